// The table of an example that is being tried: whoever is looked through has the hands, and the server plays it all from
// the beginning every time.

import { RefusedByServer } from "../protocol/api";
import type { GameShown, SeatShown, Tried, TriedMove, TryWanted, View, WorkedExample } from "../protocol/types";
import type { BoardTable, OwnHand, ShownRace, Theatre } from "../table/board_table";
import { logLines } from "../table/words";
import { texts } from "../texts";
import { letter } from "./examples";

export type AskToTry = (wanted: TryWanted) => Promise<Tried>;
const MOST_MOVES = 60;

export class TryTable implements BoardTable {
  me = $state(0);
  theatre = $state.raw<Theatre>({ key: 0, told: [], fresh: true, before: null });
  hand = $state.raw<OwnHand | null>(null);
  readonly race: ShownRace | null = null;
  readonly options: Readonly<Record<string, unknown>> = {};
  /** what became of the last move, in words */
  words = $state.raw<readonly string[]>([]);
  clause = $state("");
  over = $state("");
  /** how far the example's own moves have been played; it is left where somebody does something else */
  followed = $state(0);
  readonly seats: readonly SeatShown[];
  readonly names: readonly string[];

  private shown = $state.raw<View | null>(null);
  private moves: TriedMove[] = [];
  private keys = 0;
  private turn = 0;

  constructor(
    readonly game: GameShown,
    readonly example: WorkedExample,
    private readonly ask: AskToTry,
  ) {
    this.me = Math.max(0, example.moves[0]?.seat ?? 0);
    this.names = Array.from({ length: example.seats }, (_, seat) => letter(seat));
    this.seats = this.names.map((name) => ({ name, bot: "", stands_in: false, away: false, ready: true, handicap: 0, host: false, wins: 0, times: null }));
  }

  get yours(): readonly number[] {
    return [this.me];
  }

  view(): View | null {
    return this.shown;
  }

  may(move: string): boolean {
    return this.shown?.legal.includes(move) ?? false;
  }

  act(move: string): null {
    this.hand = { seat: this.me, do: move, key: ++this.keys };
    void this.make({ do: move, seat: this.me }, false);
    return null;
  }

  showing(): void {
    // nobody waits for anything here
  }

  // ---- what the page does ------------------------------------------------------------------------

  async begin(): Promise<void> {
    this.moves = [];
    this.followed = 0;
    await this.look();
  }

  async see(seat: number): Promise<void> {
    this.me = seat;
    await this.look();
  }

  async wait(): Promise<void> {
    await this.make({ do: "clock" }, false);
  }

  /** The example's own next move, through the eyes of who makes it. */
  async follow(): Promise<void> {
    const next = this.example.moves[this.followed];
    if (next === undefined || !this.follows) return;
    if (next.seat >= 0) this.me = next.seat;
    await this.make({ do: next.do, seat: next.seat, at: Math.max(0, next.at) }, true);
  }

  get follows(): boolean {
    return this.followed === this.moves.length && this.followed < this.example.moves.length;
  }

  private async make(move: TriedMove, follows: boolean): Promise<void> {
    if (this.moves.length >= MOST_MOVES) return;
    this.moves = [...this.moves, move];
    if (follows) this.followed++;
    await this.look(true);
  }

  /** What somebody wrote that makes no sense is taken back. */
  private async look(moved = false): Promise<void> {
    const turn = ++this.turn;
    const before = this.shown;
    let tried: Tried;
    try {
      tried = await this.ask({ seat: this.me, moves: this.moves });
    } catch (refusal) {
      if (moved) this.moves = this.moves.slice(0, -1);
      this.words = [refusal instanceof RefusedByServer && refusal.why !== "" ? refusal.why : texts.cards.gone];
      this.hand = null;
      return;
    }
    if (turn !== this.turn) return;
    this.shown = tried.view;
    this.hand = null;
    this.over = tried.over;
    this.theatre = { key: ++this.keys, told: moved ? tried.told : [], fresh: !moved, before: moved ? before : null };
    if (!moved) {
      this.words = [];
      this.clause = "";
      return;
    }
    const lines = logLines(this.game, tried.told, this.names, tried.at, []).map((line) => line.text);
    this.words = tried.why !== "" ? [tried.why] : lines.length > 0 ? lines : [texts.rules.done(tried.verdict)];
    this.clause = tried.clause;
  }
}
