// Whose fakes were fallen for: who moves before a slap has landed has fallen for the hand that is in the air.

import type { Fakes } from "../../profile/games_played";
import type { Told, View } from "../../protocol/types";

export const kinds = { all: "Hands down" };

export function fakes(told: readonly Told[], view: View | null, me: number): Fakes {
  const paid = told.filter((one) => one.what === "pays");
  const mine = view?.facts["turn"] === me;
  return {
    seen: told.filter((one) => one.what === "fake" && one.seat !== me).length,
    fallen: paid.filter((one) => one.seat === me).length,
    landed: mine ? paid.filter((one) => one.seat !== me).length : 0,
  };
}
