// What a hand answered: a Thief needs the words as well, so it is a reaction of its own.

import type { Race, Told } from "../../protocol/types";

export function kind(_: Race, told: readonly Told[]): string {
  return told.some((one) => one.what === "hold" || one.what === "shout") ? "thief" : "pile";
}

export const kinds = { thief: "Thieves", pile: "Sandwiches and doubles" };
