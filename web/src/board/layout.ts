// How a table is laid out: by the room that is left for it, never by the device. A phone on its side, a low laptop, half a
// screen beside a call and a page at 200 % are all just other boxes.

/**
 * tall: rivals, table, own hand below each other. side: own hand at the side, for low boxes. low: the same with larger
 * parts. wide: an oval table with a bar below. tiny: one column that scrolls, the own hand stays. screen: a TV, which is
 * public and nobody presses.
 */
export type Layout = "tall" | "side" | "low" | "wide" | "tiny" | "screen";

/** The log stands beside a wide table if the table keeps its room. */
export const LOG_WIDTH = 308;
const WIDE = { width: 900, height: 760 };

export function hasLogBeside(width: number, height: number): boolean {
  return width >= WIDE.width + LOG_WIDTH && height >= WIDE.height;
}

/** The layout of a box, in CSS pixels: the whole window, the log beside it taken off. */
export function layoutOf(width: number, height: number): Exclude<Layout, "screen"> {
  if (width < 560 && height < 440) return "tiny";
  if (height > width || width < 560) return "tall";
  if (height < 520) return "side";
  if (width >= WIDE.width) return height < WIDE.height ? "low" : "wide";
  return width >= 600 ? "side" : "tall";
}

/** Own hand at the side of the table instead of below it. */
export function isBeside(layout: Layout): boolean {
  return layout === "side" || layout === "low";
}
