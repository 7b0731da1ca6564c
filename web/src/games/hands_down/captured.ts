// A captured game, for the tests of this folder: what seat 0 was sent, and each update as a moment of its own.

import catalogue from "../../../fixtures/catalogue.json";
import captured from "../../../fixtures/hands_down.json";
import type { Moment } from "../../coach/coach";
import type { GameShown, ServerMessage, Told, View } from "../../protocol/types";

export const NAMES = ["Mia", "Ada", "Ben", "Cleo"];
export const updates = (captured as ServerMessage[]).filter((m) => m.m === "stim" || m.m === "news");
export const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "hands_down") as GameShown;

export const moments: Moment[] = updates.slice(1).map(({ view, told }, i) => ({
  game, before: updates[i]?.view as View, view, told, race: null, me: 0, names: NAMES,
}));

export function tells(what: string, seat: number): (one: { told: readonly Told[] }) => boolean {
  return ({ told }) => told.some((one) => one.what === what && one.seat === seat);
}

/** A table of four in that phase, on that seat's turn, with these cards in seat 0's hand. */
export function staged(phase: string, turn: number, hand: readonly string[] = ["7", "7", "3"], facts: Record<string, unknown> = {}): View {
  const first = updates[0]?.view as View;
  const zones = first.zones.map((zone) => (zone.name === "hands[0]" ? { ...zone, cards: [...hand] } : zone));
  return { ...first, phase, zones, facts: { ...first.facts, turn, ...facts } };
}
