// Keys of the board. Clears come in the order of their buttons.
export const CLEAR_KEYS = ["q", "w", "e", "r", "y", "u", "i", "z"] as const;

export const MOVE_KEYS: Readonly<Record<string, string>> = {
  d: "draw", t: "take", p: "perform", x: "discard", s: "skip", l: "leave", o: "open", enter: "done",
};
