// A film as a page shows it: views from what changed, sentences from what was told, marks for races and fouls.

import { moveWords } from "../reader/examples";
import { PUBLIC } from "../protocol/types";
import type { Film, FilmStep, Frame, GameShown, Race, View, ZoneChange } from "../protocol/types";
import { ownerOf } from "../table/templates";
import { cardWords, logLines } from "../table/words";
import { texts } from "../texts";

/** The eyes that see every card. */
export const ALL_OPEN = -1;

export const frameOf = (step: FilmStep, eyes: number): Frame => step.own?.find((one) => one.eyes === eyes)?.frame ?? step.public ?? {};

/** What these eyes see after every step. What a step does not change is shared with the step before. */
export function viewsOf(film: Film, eyes: number): View[] {
  let view: View = {
    seat: eyes === ALL_OPEN ? PUBLIC : eyes,
    now: 0, phase: "", over: false, facts: {}, legal: [], clock: null,
    zones: film.zones.map((name) => ({ name, face: "", cards: [] })),
  };
  return film.steps.map((step) => (view = after(view, step, frameOf(step, eyes))));
}

function after(view: View, step: FilmStep, { zones = [], facts = {}, gone = [], phase = "" }: Frame): View {
  const next: View = { ...view, now: step.at, over: step.over ?? false, phase: phase === "" ? view.phase : phase };
  if (zones.length > 0) {
    next.zones = [...view.zones];
    for (const change of zones) next.zones[change.zone] = changed(view, change);
  }
  if (Object.keys(facts).length > 0 || gone.length > 0) {
    next.facts = Object.fromEntries(Object.entries({ ...view.facts, ...facts }).filter(([name]) => !gone.includes(name)));
  }
  return next;
}

function changed(view: View, { zone, keep = 0, then = [], face = "" }: ZoneChange): View["zones"][number] {
  const before = view.zones[zone] ?? { name: "", face: "", cards: [] };
  const cards = before.cards.slice(0, keep);
  for (const card of then) {
    if (typeof card === "string") cards.push(card);
    else for (let i = 0; i < card; i++) cards.push(null);
  }
  return { name: before.name, face: face === "" ? before.face : face, cards };
}

/** A hand that slapped at nothing was alone in its race, and is a foul. */
export const isRace = (step: FilmStep): step is FilmStep & { race: Race } => step.race != null && step.verdict !== "foul";

export interface Mark {
  step: number;
  kind: "race" | "foul";
  /** who won the race (a dead heat: by lot), lost it, or made the foul; −1: nobody alone */
  seat: number;
}

export function marksOf(film: Film, game: GameShown): Mark[] {
  return film.steps.flatMap((step, i): Mark[] => {
    if (isRace(step)) return [{ step: i, kind: "race", seat: step.race.seats.length === 1 ? (step.race.seats[0] ?? -1) : step.race.outcome === "dead heat" ? (step.seat ?? -1) : -1 }];
    const foul = step.public?.told?.find((one) => game.events[one.what]?.tone === "foul");
    return foul !== undefined || step.verdict === "foul" ? [{ step: i, kind: "foul", seat: foul?.seat ?? step.seat ?? -1 }] : [];
  });
}

export interface StepLine {
  step: number;
  at: number;
  text: string;
  clause: string;
  /** nothing came of it */
  vain: boolean;
}

/** What is said of a step; nothing where nothing happened that anybody could tell. */
export function linesOf(film: Film, game: GameShown, i: number, eyes: number, names: readonly string[]): StepLine[] {
  const step = film.steps[i];
  if (step === undefined) return [];
  const told = logLines(game, frameOf(step, eyes).told ?? [], names, step.at, eyes >= 0 && eyes < PUBLIC ? [eyes] : []);
  if (told.length > 0) return told.map(({ text, clause }) => ({ step: i, at: step.at, text, clause, vain: false }));
  const played = playedCards(film, game, i, eyes, names);
  if (played !== "") return [{ step: i, at: step.at, text: played, clause: step.clause ?? "", vain: false }];
  if (step.do === undefined || step.verdict === "applied") return [];
  const who = names[step.seat ?? -1] ?? texts.rules.host;
  return [{ step: i, at: step.at, text: texts.replay.vain(who, moveWords(game, step.do), step.verdict ?? "", step.why ?? ""), clause: step.clause ?? "", vain: true }];
}

/** Cards that somebody put down for all to see, where the game has no words for it: "Mia: pepper". */
function playedCards(film: Film, game: GameShown, i: number, eyes: number, names: readonly string[]): string {
  const moved = (frameOf(film.steps[i] ?? { at: 0, entry: 0 }, eyes).told ?? []).filter((one) => one.card != null && ownerOf(one.source) >= 0 && ownerOf(one.target) < 0);
  const first = moved[0];
  return first === undefined ? "" : `${names[ownerOf(first.source)] ?? ""}: ${moved.map((one) => cardWords(game, one.card)).join(", ")}`;
}

/** The names at every step: somebody may take a seat over. */
export function namesOf(film: Film): string[][] {
  let names = film.seats.map((seat) => seat.name);
  return film.steps.map((step) => (names = step.names ?? names));
}
