import type { View } from "../../protocol/types";
import { sizeOf } from "../../table/zones";

export function tally(view: View, seat: number): { value: number; label: string } {
  return { value: sizeOf(view, `stacks[${seat}]`), label: "cards" };
}
