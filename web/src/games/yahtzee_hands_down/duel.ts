// Hands that are turned up: in the update that does it, and for whoever comes to look in the pause after it.

import type { Told, View } from "../../protocol/types";
import type { Theatre } from "../../table/board_table";
import { cardsIn, fact } from "../../table/zones";

export interface Revealed {
  seat: number;
  cards: (string | null)[];
  /** the scored type, or "foul" */
  type: string;
  value: number;
  /** the cards that were swapped after a foul, by their places */
  swapped: number[];
}

export interface Duel {
  hands: Revealed[];
  winner: number | null;
  /** who takes a Chance card */
  comforted: number | null;
}

interface LastReveal {
  hands: { seat: number; type: string; value: number }[];
  winner: number | "none";
}

const HAND = 5;
const JUDGED = ["foul", "three_of_a_kind", "small_straight", "full_house", "four_of_a_kind", "large_straight", "yahtzee"];

/** A reveal that has just happened. */
export function duelIn({ told, fresh, before }: Theatre, view: View): Duel | null {
  const last = fact<LastReveal | null>(view, "last_reveal", null);
  if (fresh || last === null || !told.some((one) => JUDGED.includes(one.what))) return null;
  return {
    hands: last.hands.map((hand) => {
      const cards = facesOf(hand.seat, told, before);
      return { ...hand, cards, swapped: hand.type === "foul" ? placesOf(discarded(hand.seat, told), cards) : [] };
    }),
    winner: winnerOf(last),
    comforted: told.find((one) => one.what === "chance")?.seat ?? null,
  };
}

/** The faces of a hand that was turned up in this update. */
export function facesOf(seat: number, told: readonly Told[], before: View | null): (string | null)[] {
  const shown = told.filter((one) => one.what === "show" && one.target === `hands[${seat}]`).map((one) => one.card ?? null);
  return shown.length > 0 || before === null ? shown : [...cardsIn(before, `hands[${seat}]`)];
}

/** After a foul three cards leave the hand, for all to see. */
function discarded(seat: number, told: readonly Told[]): (string | null)[] {
  return told.filter((one) => one.what === "move" && one.source === `hands[${seat}]` && one.target === "discard").map((one) => one.card ?? null);
}

/** Where they lay; of equal cards the foremost. */
function placesOf(names: readonly (string | null)[], cards: readonly (string | null)[]): number[] {
  return names.reduce<number[]>((places, name) => {
    const place = cards.findIndex((card, i) => card === name && !places.includes(i));
    return place < 0 ? places : [...places, place];
  }, []);
}

/** In the pause the two hands are the last that were thrown away: the winner's, then the other one's. */
export function duelLeft(view: View): Duel | null {
  const last = fact<LastReveal | null>(view, "last_reveal", null);
  if (view.phase !== "REVEAL" || last === null) return null;
  const winner = winnerOf(last);
  const discard = cardsIn(view, "discard");
  const start = discard.length - HAND * last.hands.length;
  const hands = last.hands.map((hand) => {
    const from = start + (hand.seat === winner ? 0 : HAND);
    return { ...hand, cards: start < 0 ? [] : discard.slice(from, from + HAND), swapped: [] };
  });
  return { hands, winner, comforted: last.hands.find((hand) => hand.seat !== winner)?.seat ?? null };
}

const winnerOf = (last: LastReveal): number | null => (last.winner === "none" ? null : last.winner);
