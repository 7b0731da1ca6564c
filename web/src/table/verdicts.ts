// How a race ended, in one sentence for one reader: who was first, and how far away the reader's own hand was.

import { lookOf } from "../cards/faces";
import type { GameShown, Race, Told } from "../protocol/types";
import { capital, listed, texts } from "../texts";
import { gapOf, lanes, photoFinish, timeOf, type Lane } from "./races";
import { sentence } from "./words";

/** Whose eyes a sentence is for. `you` is their one seat; nobody's (−1) on a big screen or a shared tablet. */
export interface Reader {
  names: readonly string[];
  you: number;
}

/** A hand that was first at nothing is a foul, and the words say so. `late`: an own hand that came after the verdict. */
export function verdictFor(game: GameShown | null, race: Race, told: readonly Told[], reader: Reader, late: number | null = null): string {
  const foul = foulOfFirst(game, race, told);
  if (foul !== undefined && game !== null) return sentence(game, foul, reader.names, [reader.you]);
  return handAndShout(game, race, told, reader) ?? headline(race, reader, late, (seat) => deedOf(game, told, seat));
}

/** What was first: a hand, a voice, or both of one player. */
export type Deed = "hand" | "shout" | "both";

function deedOf(game: GameShown | null, told: readonly Told[], seat: number): Deed {
  if (game === null || !hasCried(game, told, seat)) return "hand";
  const won = told.find((one) => one.seat === seat && game.events[one.what]?.tone === "good");
  return won !== undefined && lookOf(game.slug).withHand?.(won) === true ? "both" : "shout";
}

const hasCried = (game: GameShown | null, told: readonly Told[], seat: number): boolean =>
  told.some((one) => one.seat === seat && game?.events[one.what]?.tone === "shout");

/** A hand and a shout that came together are no dead heat: they are for different things. */
function handAndShout(game: GameShown | null, race: Race, told: readonly Told[], reader: Reader): string | null {
  if (race.outcome !== "dead heat") return null;
  const cried = (seat: number): boolean => hasCried(game, told, seat);
  const [shouts, hands] = [race.seats.filter(cried), race.seats.filter((seat) => !cried(seat))];
  return shouts.length > 0 && hands.length > 0 ? texts.race.handAndShout(capital(named(hands, reader)), named(shouts, reader)) : null;
}

/**
 * The first hand came down for nothing: nobody has won, and nobody else has lost. Of several such hands the update may tell
 * another one's foul.
 */
export function foulOfFirst(game: GameShown | null, race: Race, told: readonly Told[]): Told | undefined {
  const all = lanes(race);
  const first = all[0]?.seat;
  const is = (one: Told, tone: string): boolean => game?.events[one.what]?.tone === tone;
  const fouls = told.filter((one) => is(one, "foul") && all.some((lane) => lane.seat === one.seat && (lane.ms !== null || one.seat === first)));
  const won = race.goal === "last loses" || told.some((one) => one.seat === first && is(one, "good"));
  return fouls.find((one) => one.seat === first) ?? (won ? undefined : fouls[0]);
}

/**
 * Hands that the rules shrugged off, because they came before there was anything to slap or just after: nobody was first at
 * anything. The update that the race comes with tells of something else. A voice alone decides nothing either.
 */
export function cameToNothing(game: GameShown | null, race: Race, told: readonly Told[]): boolean {
  if (game === null || race.goal !== "first wins" || race.outcome === "void") return false;
  const hands = lanes(race).filter((lane) => lane.ms !== null).map((lane) => lane.seat);
  return !told.some((one) => !["shout", undefined].includes(game.events[one.what]?.tone) && hands.includes(one.seat ?? -1));
}

/** `deed`: with what somebody was first. */
export function headline(race: Race, reader: Reader, late: number | null = null, deed: (seat: number) => Deed = () => "hand"): string {
  const words = texts.race;
  if (race.outcome === "void") return words.void;
  if (race.outcome === "dead heat") return words.deadHeat(named(race.seats, reader));
  const all = lanes(race);
  const first = all[0];
  if (race.goal === "last loses") return lastOne(race, all, reader, late);
  if (!first || first.ms === null) return words.none;
  const close = photoFinish(race);
  if (close) return byFinger(close, reader);
  const [you, other] = {
    hand: [words.youFirst, words.wasFirst] as const,
    shout: [words.youShouted, words.shouted] as const,
    both: [words.youBoth, words.both] as const,
  }[deed(first.seat)];
  const told = first.seat === reader.you ? you(timeOf(first)) : other(reader.names[first.seat] ?? "", timeOf(first));
  return told + ownGap(all, first, reader, late);
}

/** The reader's own distance, where another hand was first. */
function ownGap(all: readonly Lane[], first: Lane, reader: Reader, late: number | null): string {
  const own = all.find((lane) => lane.seat === reader.you && lane.ms !== null);
  const ms = own?.ms ?? late;
  if (first.seat === reader.you || first.ms === null || ms === null || ms < first.ms) return "";
  const about = own?.about ?? false;
  return texts.race.youLate(texts.race.number(ms, about), texts.table.ms(ms - first.ms, about || first.about));
}

function byFinger(close: [Lane, Lane], reader: Reader): string {
  const words = texts.race;
  const [one, two] = close;
  const gap = gapOf(close);
  if (one.seat === reader.you) return words.youByFinger(gap, reader.names[two.seat] ?? "");
  return words.byFinger(reader.names[one.seat] ?? "") + (two.seat === reader.you ? words.youBehind(gap) : "");
}

/** The last one is known as soon as all the others are down; the reader's own hand may come after that. */
function lastOne(race: Race, all: readonly Lane[], reader: Reader, late: number | null): string {
  const words = texts.race;
  const hands = all.filter((lane) => lane.ms !== null);
  if (race.seats.length !== 1) return words.wereLast(capital(named(race.seats, reader)));
  const last = all.find((lane) => lane.loses);
  const told = last?.seat === reader.you ? words.youLast : words.wasLast(reader.names[race.seats[0] ?? 0] ?? "");
  const ms = last?.ms ?? (last?.seat === reader.you ? late : null);
  const before = hands.filter((lane) => lane !== last).at(-1);
  if (last === undefined || ms === null || (before?.ms ?? 0) > ms) return told + words.othersDown;
  if (before === undefined) return told;
  const gap = words.number(ms - (before.ms ?? 0), last.about || before.about);
  return told + words.behind(timeOf({ ms, about: last.about }), gap, whose(before.seat, reader));
}

const whose = (seat: number, { names, you }: Reader): string => (seat === you ? texts.race.you : (names[seat] ?? ""));
const named = (seats: readonly number[], reader: Reader): string => listed(seats.map((seat) => whose(seat, reader)));
