// The colour alphabet: colour, shape, pattern and letter always go together.

export type Colour = "red" | "orange" | "yellow" | "green" | "blue" | "purple" | "pink" | "black";

export interface Look {
  fill: string;
  /** readable on the fill */
  on: string;
  pattern: string;
  shape: string;
  letter: string;
}

export const LOOKS: Record<Colour, Look> = {
  red: { fill: "#D43A2A", on: "#FFFFFF", pattern: "pt-dots-w", shape: "circle", letter: "R" },
  orange: { fill: "#F07F1E", on: "#241821", pattern: "pt-rings-k", shape: "hexagon", letter: "O" },
  yellow: { fill: "#F9C22E", on: "#241821", pattern: "pt-zig-k", shape: "triangle", letter: "Y" },
  green: { fill: "#187A50", on: "#FFFFFF", pattern: "pt-diag-w", shape: "square", letter: "G" },
  blue: { fill: "#2458C7", on: "#FFFFFF", pattern: "pt-wave-w", shape: "diamond", letter: "B" },
  purple: { fill: "#6A2FA3", on: "#FFFFFF", pattern: "pt-check-w", shape: "star", letter: "P" },
  pink: { fill: "#F492BC", on: "#241821", pattern: "pt-plus-k", shape: "heart", letter: "K" },
  black: { fill: "#2B2230", on: "#FFFFFF", pattern: "pt-hatch-w", shape: "cross", letter: "X" },
};

/** Seats are sleeves: six of the eight colours, in this order. */
export const SEAT_COLOURS: readonly Colour[] = ["red", "blue", "yellow", "green", "purple", "pink"];

export function seatColour(seat: number): Colour {
  return SEAT_COLOURS[seat % SEAT_COLOURS.length] ?? "red";
}

export function asColour(word: unknown): Colour {
  return typeof word === "string" && word in LOOKS ? (word as Colour) : "black";
}

/** Shapes about the origin, some ten units wide each way. */
export const SHAPES: Record<Colour, string> = {
  red: "M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0Z",
  orange: "M9.5 0L4.8 8.2L-4.7 8.2L-9.5 0L-4.8 -8.2L4.7 -8.2Z",
  yellow: "M0 -9.5L9.7 7.8L-9.7 7.8Z",
  green: "M-8.2 -8.2H8.2V8.2H-8.2Z",
  blue: "M0 -10.6L8.2 0L0 10.6L-8.2 0Z",
  purple: "M0 -10.1L2.8 -3.3L10.1 -2.7L4.5 2L6.3 9.2L0 5.3L-6.3 9.2L-4.5 2L-10.1 -2.7L-2.8 -3.3Z",
  pink: "M0 9.5C-15.2 -1 -8.6 -12.3 0 -4C8.6 -12.3 15.2 -1 0 9.5Z",
  black: "M-3.2 -9.5H3.2V-3.2H9.5V3.2H3.2V9.5H-3.2V3.2H-9.5V-3.2H-3.2Z",
};
