// The table as this page knows it. Messages go in, boards read the state and act. Views are truth, events are theatre:
// everything on the screen can be drawn from `views` alone.

import { flushSync } from "svelte";
import { browserWires, Connection, type LinkState } from "../connection/connection";
import { api } from "../protocol/api";
import { PUBLIC } from "../protocol/types";
import type {
  Act, ClientMessage, GameShown, Games, Lag, News, Ok, Promised, Race, Revealed, SeatShown, ServerMessage, Stim,
  TableShown, Told, View,
} from "../protocol/types";
import { drawNumber, fitsPromise, type Sealed } from "../seals/seal";
import { buzz } from "../sound/haptics";
import { cueFor, stumbles } from "../sound/cues";
import { play, wakeSound } from "../sound/sound";
import { COARSE_US, granularity } from "../timing/granularity";
import { browserFrames, Painter } from "../timing/painter";
import { texts } from "../texts";
import { logLines, type LogLine } from "./words";

export { PUBLIC };
const LOG_LENGTH = 200;
const EMOTE_SHOWN_MS = 3500;
const NOTICE_SHOWN_MS = 4000;

/** What the latest update told, for movement and sound; `key` changes with every update. */
export interface Theatre {
  key: number;
  told: readonly Told[];
  /** the whole table anew: nothing of it has just happened */
  fresh: boolean;
  /** the view before, where cards came from */
  before: View | null;
}

export interface ShownRace {
  race: Race;
  told: readonly Told[];
  key: number;
}

export interface Notice {
  text: string;
  clause: string;
  key: number;
}

/** An own hand that is on its way: shown at once, without any winner. */
export interface OwnHand {
  seat: number;
  do: string;
  key: number;
}

export interface ShownEmote {
  seat: number;
  name: string;
  emote: string;
  key: number;
}

export interface Checked {
  seed: string;
  fits: boolean;
  own: boolean;
}

export class LiveTable {
  link = $state<LinkState>("connecting");
  ended = $state("");
  shown = $state.raw<TableShown | null>(null);
  game = $state.raw<GameShown | null>(null);
  views = $state.raw<Readonly<Record<number, View>>>({});
  theatre = $state.raw<Theatre>({ key: 0, told: [], fresh: true, before: null });
  log = $state.raw<readonly LogLine[]>([]);
  race = $state.raw<ShownRace | null>(null);
  notice = $state.raw<Notice | null>(null);
  hand = $state.raw<OwnHand | null>(null);
  emotes = $state.raw<readonly ShownEmote[]>([]);
  lag = $state.raw<Lag | null>(null);
  saving = $state(false);
  coarse = $state(false);
  checked = $state.raw<Checked | null>(null);
  /** this browser had a seat and has none any more */
  unseated = $state(false);

  readonly names = $derived(this.shown?.seats.map((seat) => seat.name) ?? []);
  /** own seats; several only on a shared tablet */
  readonly yours = $derived(this.shown?.yours ?? []);
  /** whose eyes this page has */
  readonly me = $derived(this.shown?.yours[0] ?? PUBLIC);
  readonly seats: readonly SeatShown[] = $derived(this.shown?.seats ?? []);

  private readonly connection: Connection;
  private readonly painter: Painter;
  private received = 0;
  private shownUpdate: number | null = null;
  private event = -1;
  private number: Sealed | null = null;
  private keys = 0;
  private commitment = "";

  constructor(
    readonly code: string,
    readonly screen: boolean,
    readonly games: Games,
  ) {
    this.painter = new Painter(
      browserFrames,
      flushSync,
      (n) => this.connection.send({ m: "seen", n }),
      (n, up) => this.connection.send({ m: "still", n, up }),
    );
    this.connection = new Connection(
      browserWires(() => api.ticket(code, screen)),
      { message: (message) => this.hear(message), state: (state, why) => this.linkIs(state, why) },
      () => this.shownUpdate,
    );
  }

  // ---- what boards and pages do ------------------------------------------------------------------

  /** The view of a seat of ours, or of the public. */
  view(seat: number = this.me): View | null {
    return this.views[seat] ?? null;
  }

  may(move: string, seat: number = this.me): boolean {
    return this.view(seat)?.legal.includes(move) ?? false;
  }

  /** A hand or a move. The time is that of the press itself, never that of its handler. */
  act(move: string, press: Event, seat: number = this.me): Act | null {
    if (!this.yours.includes(seat)) return null;
    wakeSound();
    const { n, r } = this.painter.reaction(press.timeStamp);
    this.hand = { seat, do: move, key: ++this.keys };
    return this.connection.act({ n, r, do: move, ...(this.yours.length > 1 ? { seat } : {}) });
  }

  say(message: ClientMessage): void {
    if (message.m === "standup") this.standing = true;
    if (!this.connection.send(message)) this.tell("", "");
  }

  open(): void {
    document.addEventListener("visibilitychange", this.visibility);
    void this.connection.open();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.visibility);
    this.connection.close();
  }

  // ---- what the server says ----------------------------------------------------------------------

  private hear(message: ServerMessage): void {
    switch (message.m) {
      case "stim":
      case "news":
        return this.update(message);
      case "table":
        return this.tableIs(message);
      case "legal":
        return this.painter.show(null, () => this.legalIs(message.seat, message.legal));
      case "ok":
        return this.answered(message);
      case "race":
        return this.painter.show(null, () => this.raceIs(message));
      case "promised":
        return this.promised(message);
      case "revealed":
        return void this.revealed(message);
      case "emoted":
        return this.emoted(message.seat, message.name, message.emote);
      case "refused":
        return this.tell(message.why, "");
      case "lag":
        this.lag = message;
        return;
      case "saving":
        this.saving = message.saving;
        return;
      case "welcome":
        return this.welcomed();
      case "closing":
        return;
    }
  }

  private update(message: Stim | News): void {
    const fresh = message.m === "stim" && message.fresh;
    if (!fresh && message.u <= this.received) return;
    if (!fresh && message.u > this.received + 1) {
      this.connection.send({ m: "resume", last: this.received });
      return;
    }
    this.received = message.u;
    this.painter.show(message.m === "stim" ? message.n : null, () => this.showUpdate(message, fresh));
  }

  private showUpdate(message: Stim | News, fresh: boolean): void {
    const { view, told } = message;
    const before = this.views[view.seat] ?? null;
    this.shownUpdate = message.u;
    this.views = { ...this.views, [view.seat]: view };
    if (view.seat !== this.me) return; // the other hands of a shared tablet see the same table
    this.theatre = { key: ++this.keys, told, fresh, before };
    if (message.m === "stim") this.event = message.n;
    if (!fresh) this.happened(told, view.now);
    if (this.closed !== null) this.showRace(this.closed);
  }

  private happened(told: readonly Told[], now: number): void {
    this.hand = null;
    this.writeLog(told, now);
    this.makeNoise(told);
  }

  private writeLog(told: readonly Told[], now: number): void {
    if (this.game === null) return;
    const lines = logLines(this.game, told, this.names, now, (this.keys += 100));
    if (lines.length > 0) this.log = [...this.log, ...lines].slice(-LOG_LENGTH);
  }

  private makeNoise(told: readonly Told[]): void {
    if (this.game === null) return;
    const cue = cueFor(this.game, told, this.yours);
    if (cue !== null) play(cue);
    if (cue === "chord") buzz("chord");
    if (stumbles(this.game, told, this.yours)) buzz("squeak");
  }

  private tableIs(message: TableShown): void {
    const before = this.shown;
    this.shown = message;
    this.game ??= this.games.games.find((game) => game.slug === message.game) ?? null;
    if (before !== null && before.yours.length > 0 && message.yours.length === 0) this.seatIsGone();
    if (message.yours.length > 0) this.unseated = this.standing = false;
    if (before !== null && before.phase !== message.phase) this.phaseIs(message.phase);
  }

  private seatIsGone(): void {
    if (this.standing) return; // as wished
    this.unseated = true;
    this.tell(texts.problems["removed"]?.text ?? "", "");
  }
  private standing = false;

  private phaseIs(phase: string): void {
    if (phase === "sealing") {
      this.checked = null;
      this.race = this.closed = null;
      this.event = -1;
      this.log = [];
    }
    if (phase === "playing") void this.seal();
  }

  private legalIs(seat: number, legal: string[]): void {
    const view = this.views[seat];
    if (view !== undefined) this.views = { ...this.views, [seat]: { ...view, legal } };
  }

  /** What everybody sees is in the next update; here is only what concerns the own input. */
  private answered(ok: Ok): void {
    if (ok.verdict === "applied") return;
    this.painter.show(null, () => {
      this.hand = null;
      if (ok.verdict !== "foul" && ok.why !== "") this.tell(ok.why, ok.clause);
    });
  }

  /** The verdict is told with the cards that it moves: updates to near screens are held back, verdicts are not. */
  private raceIs(race: Race): void {
    if (this.event > race.n) this.showRace(race);
    else this.closed = race;
  }
  private closed: Race | null = null;

  private showRace(race: Race): void {
    this.closed = null;
    this.hand = null;
    this.race = { race, told: this.theatre.told, key: ++this.keys };
  }

  private emoted(seat: number, name: string, emote: string): void {
    const shown: ShownEmote = { seat, name, emote, key: ++this.keys };
    this.emotes = [...this.emotes.filter((one) => one.seat !== seat), shown];
    setTimeout(() => (this.emotes = this.emotes.filter((one) => one.key !== shown.key)), EMOTE_SHOWN_MS);
  }

  tell(text: string, clause: string): void {
    if (text === "") return;
    const notice = { text, clause, key: ++this.keys };
    this.notice = notice;
    setTimeout(() => {
      if (this.notice === notice) this.notice = null;
    }, NOTICE_SHOWN_MS);
  }

  // ---- the connection ----------------------------------------------------------------------------

  private linkIs(state: LinkState, why: string): void {
    this.link = state;
    this.ended = state === "ended" ? why : "";
  }

  private welcomed(): void {
    const step = granularity();
    this.coarse = step > COARSE_US;
    if (this.coarse) this.tell(texts.table.coarse, "");
    this.connection.send({ m: "clock", granularity: step });
    if (document.hidden) this.connection.send({ m: "hidden", hidden: true });
    if (!this.screen) void this.seal();
  }

  private readonly visibility = (): void => {
    this.connection.send({ m: "hidden", hidden: document.hidden });
  };

  // ---- checkable dealing -------------------------------------------------------------------------

  /** A number for the next deal, sealed in good time; the same one again after a reconnect. */
  private async seal(): Promise<void> {
    this.number ??= await drawNumber();
    this.connection.send({ m: "seal", sealed: this.number.sealed });
  }

  private promised(message: Promised): void {
    this.commitment = message.commitment;
    if (this.number === null || !message.sealed.includes(this.number.sealed)) return;
    this.connection.send({ m: "nonce", nonce: this.number.nonce });
    this.stirred = this.number.nonce;
    this.number = null; // the next deal gets another one
  }
  private stirred = "";

  private async revealed(message: Revealed): Promise<void> {
    const commitment = this.commitment || (this.shown?.commitment ?? "");
    const fits = await fitsPromise(message.seed, commitment);
    this.checked = { seed: message.seed, fits, own: this.stirred !== "" && message.nonces.includes(this.stirred) };
  }
}
