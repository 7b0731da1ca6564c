// What the end page tells of a game, gathered while it is played. A reload keeps it; another game begins anew.

import { remember } from "../history";
import { keepGames, NO_FAKES, type Fakes } from "../profile/games_played";
import { fakesIn } from "../profile/kinds";
import type { GameShown, Told, View } from "../protocol/types";
import type { ShownRace } from "../table/board_table";
import { between } from "../table/races";
import { isCloser, keptRace, numbersOf, ownDuel, timesByKind, type KeptRace, type Numbers } from "./reflexes";
import { addGame } from "./past";

interface Kept {
  races: readonly KeptRace[];
  /** how often each seat did what the game calls so: "clear 2" */
  deeds: Readonly<Record<string, number>>;
  /** fouls, per seat */
  slips: Readonly<Record<number, number>>;
  closest: ShownRace | null;
  /** when it happened, in the game's own time */
  closestAt: number;
  fakes: Fakes;
  /** its result is in this device's memory */
  filed: boolean;
}

const BLANK: Kept = { races: [], deeds: {}, slips: {}, closest: null, closestAt: 0, fakes: NO_FAKES, filed: false };

export class GameRecord {
  kept = $state.raw<Kept>(BLANK);
  private id = "";

  /** Which game this is: a table plays several. */
  is(table: string, number: number): void {
    const id = `${table} ${number}`;
    if (id === this.id) return;
    this.id = id;
    this.kept = load(id) ?? BLANK;
  }

  raced(game: GameShown | null, shown: ShownRace, me: number, at: number): void {
    const race = keptRace(game, shown);
    if (race === null || this.kept.races.some((one) => one.n === race.n)) return;
    const closer = isCloser(shown, this.kept.closest, me);
    this.keep({ races: [...this.kept.races, race], ...(closer ? { closest: shown, closestAt: at } : {}) });
  }

  /** Lifted hands that did not slap, where a game has them. */
  lifted(game: GameShown | null, told: readonly Told[], view: View | null, me: number): void {
    const more = game === null ? null : fakesIn(game.slug, told, view, me);
    if (more === null || more.seen + more.fallen + more.landed === 0) return;
    const { seen, fallen, landed } = this.kept.fakes;
    this.keep({ fakes: { seen: seen + more.seen, fallen: fallen + more.fallen, landed: landed + more.landed } });
  }

  happened(game: GameShown | null, told: readonly Told[]): void {
    const own = told.filter((one) => game?.events[one.what] !== undefined && (one.seat ?? -1) >= 0);
    if (own.length === 0) return;
    const [deeds, slips] = [{ ...this.kept.deeds }, { ...this.kept.slips }];
    for (const { what, seat = -1 } of own) {
      deeds[`${what} ${seat}`] = (deeds[`${what} ${seat}`] ?? 0) + 1;
      if (game?.events[what]?.tone === "foul") slips[seat] = (slips[seat] ?? 0) + 1;
    }
    this.keep({ deeds, slips });
  }

  howOften(what: string, seat: number): number {
    return this.kept.deeds[`${what} ${seat}`] ?? 0;
  }

  numbers(seat: number): Numbers {
    return numbersOf(this.kept.races, this.kept.slips[seat] ?? 0, seat);
  }

  /** The game is over: once into the memory of this device. Races with a head start are nobody's usual. */
  file(game: string, me: number, places: readonly number[]): void {
    const place = places[me];
    if (this.kept.filed || place === undefined) return;
    remember(game, place, places.length);
    const races = this.kept.races.filter((race) => !race.ahead.includes(me));
    const { times, won, slips } = numbersOf(races, this.kept.slips[me] ?? 0, me);
    const at = Date.now();
    if (times.length > 0) addGame(game, { id: this.id, at, times, won, slips });
    const duel = this.kept.closest === null ? null : ownDuel(this.kept.closest, me);
    const closest = duel === null ? null : between(duel);
    const table = this.id.split(" ", 1)[0] ?? "";
    const kept = { id: this.id, at, game, table, seats: places.length, place, times: timesByKind(races, me), won, slips, fakes: this.kept.fakes, closest };
    keepGames([kept]).catch(() => undefined); // a browser that keeps nothing
    this.keep({ filed: true });
  }

  get gameId(): string {
    return this.id;
  }

  private keep(more: Partial<Kept>): void {
    this.kept = { ...this.kept, ...more };
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ id: this.id, kept: this.kept }));
    } catch {
      // Storage refused: it lasts as long as the page.
    }
  }
}

const KEY = "slamdeck.game";

function load(id: string): Kept | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { id: string; kept: Kept } | null;
    return found?.id === id ? { ...BLANK, ...found.kept } : null;
  } catch {
    return null;
  }
}
