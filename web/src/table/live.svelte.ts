// The table as this page knows it. Messages go in, boards read the state and act. Views are truth, events are theatre:
// everything on the screen can be drawn from `views` alone.

import { flushSync } from "svelte";
import { CoachSession } from "../coach/session.svelte";
import { browserWires, Connection, type LinkState } from "../connection/connection";
import { GameRecord } from "../ending/record.svelte";
import { api } from "../protocol/api";
import { PUBLIC } from "../protocol/types";
import type {
  Act, ClientMessage, GameShown, Games, Lag, News, Ok, Promised, Race, Revealed, SeatShown, ServerMessage, Stim,
  TableShown, Told, View,
} from "../protocol/types";
import { keepHead } from "../seals/heads";
import { drawNumber, fitsPromise, type Sealed } from "../seals/seal";
import { buzz } from "../sound/haptics";
import { cueFor, stumbles } from "../sound/cues";
import { LastSecond } from "../sound/last_second";
import { play, wakeSound } from "../sound/sound";
import { Cadence } from "../timing/cadence";
import { micros } from "../timing/clock";
import { COARSE_US, granularity } from "../timing/granularity";
import { browserFrames, Painter, type Shown } from "../timing/painter";
import { Stills } from "../timing/stills";
import { texts } from "../texts";
import { Announcer, type Press } from "./announcer";
import { LastLook } from "./last_look.svelte";
import type { BoardTable, OwnHand, ShownRace, Theatre } from "./board_table";
import { otherTimes, timesSay } from "./seat_times";
import { together } from "./theatre";
import type { Said } from "./speech.svelte";
import { logLines, type LogLine } from "./words";
import { cameToNothing } from "./verdicts";
import { turnOf } from "./zones";

export { PUBLIC };
const LOG_LENGTH = 200;
const EMOTE_SHOWN_MS = 3500;
/** A hand that comes so soon after a verdict was meant for that race. */
const LATE_MS = 1500;

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

export class LiveTable implements BoardTable {
  link = $state<LinkState>("connecting");
  ended = $state("");
  shown = $state.raw<TableShown | null>(null);
  game = $state.raw<GameShown | null>(null);
  views = $state.raw<Readonly<Record<number, View>>>({});
  theatre = $state.raw<Theatre>({ key: 0, told: [], fresh: true, before: null });
  /** the key of the theatre that has been seen: whatever measures the page waits for that, and holds up no card */
  drawn = $state(0);
  log = $state.raw<readonly LogLine[]>([]);
  race = $state.raw<ShownRace | null>(null);
  hand = $state.raw<OwnHand | null>(null);
  emotes = $state.raw<readonly ShownEmote[]>([]);
  lag = $state.raw<Lag | null>(null);
  saving = $state(false);
  coarse = $state(false);
  checked = $state.raw<Checked | null>(null);
  /** this browser had a seat and has none any more */
  unseated = $state(false);
  /** the code of the table at which this company goes on */
  moved = $state("");

  readonly names = $derived(this.shown?.seats.map((seat) => seat.name) ?? []);
  /** own seats; several only on a shared tablet */
  readonly yours = $derived(this.shown?.yours ?? []);
  /** whose eyes this page has */
  readonly me = $derived(this.shown?.yours[0] ?? PUBLIC);
  readonly seats: readonly SeatShown[] = $derived(this.shown?.seats ?? []);
  readonly options: Readonly<Record<string, unknown>> = $derived(this.shown?.options ?? {});

  /** the game is over, and its last moment has been seen */
  readonly lastLook = new LastLook();
  readonly coach = new CoachSession();
  readonly record = new GameRecord();
  readonly announcer = new Announcer(this, () => ++this.keys);

  private readonly lastSecond = new LastSecond(() => play("tick"));
  private readonly connection: Connection;
  private readonly painter: Painter;
  private readonly cadence = new Cadence();
  private readonly stills = new Stills((n) => this.connection.send({ m: "still", n, c: micros() }));
  private received = 0;
  private shownUpdate: number | null = null;
  private unpainted: Theatre | null = null;
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
      () => {
        flushSync();
        this.unpainted = null;
      },
      (n, p) => this.seen(n, p),
      this.stills,
      this.cadence,
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
    const { n, t, ms } = this.painter.pressed(press.timeStamp);
    const shared = this.yours.length > 1;
    const pressed = { do: move, seat, n, ms, at: press.timeStamp };
    const act = this.connection.act({ n, t, do: move, ...(shared ? { seat } : {}) });
    if (this.announcer.isHand(pressed)) {
      this.stills.hand(n, shared);
      this.painter.run();
    }
    this.hand = { seat, do: move, key: ++this.keys };
    this.presses = { ...this.presses, [act.id]: pressed };
    return act;
  }
  private presses: Readonly<Record<number, Press & { at: number }>> = {};

  get said(): Said | null {
    return this.announcer.speech.now;
  }

  showing(ms: number): void {
    this.lastLook.hold(ms);
  }

  say(message: ClientMessage): void {
    if (message.m === "standup") this.standing = true;
    this.connection.send(message); // what is lost with the line is said again when it is back
  }

  open(): void {
    document.addEventListener("visibilitychange", this.visibility);
    void this.connection.open();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.visibility);
    this.lastSecond.stop();
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
      case "moved":
        this.moved = message.table;
        return;
      case "refused":
        return this.tell(message.why, "");
      case "notice":
        return this.tell(message.text, "");
      case "lag":
        this.lag = message;
        return;
      case "saving":
        this.saving = message.saving;
        return;
      case "welcome":
        return this.welcomed();
      case "sentaway":
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
    let rest = (): void => undefined;
    this.painter.show(
      message.m === "stim" ? this.watched(message) : null,
      () => (rest = this.showUpdate(message, fresh)),
      () => rest(),
    );
  }

  /** Whoever only watches takes part in no race. */
  private watched({ n, race }: Stim): Shown {
    return { n, race: race && this.yours.length > 0 };
  }

  /**
   * What is on the table, and nothing else: a reaction counts from the moment at which it can be seen. What there is to
   * say about it, to hear and to keep comes after that.
   */
  private showUpdate(message: Stim | News, fresh: boolean): () => void {
    const { view, told } = message;
    const before = this.views[view.seat] ?? null;
    this.shownUpdate = message.u;
    this.views = { ...this.views, [view.seat]: view };
    this.lastSecond.set(this.shown?.paused ? null : view.clock, this.yours);
    if (view.seat !== this.me) return () => undefined; // the other hands of a shared tablet see the same table
    const theatre = (this.theatre = this.unpainted = together(this.unpainted, { key: ++this.keys, told, fresh, before }));
    if (message.m === "stim") this.event = message.n;
    if (!fresh) this.hand = null;
    const race = this.closed === null ? null : this.showRace(this.closed);
    return () => {
      this.drawn = theatre.key;
      if (before !== null && turnOf(before) !== this.me && turnOf(view) === this.me) this.announcer.speech.settle();
      if (!fresh) this.happened(told, view.now);
      this.sayForgiven();
      if (race !== null) this.tellRace(race, theatre, view);
      else if (!fresh) this.learn(null, theatre, view);
    };
  }

  /** The coach is one player's own. */
  private learn(race: ShownRace | null, { told, before, key }: Theatre, view: View | null): void {
    if (this.screen || this.yours.length !== 1 || this.game === null || before === null || view === null) return;
    const note = this.coach.consider({ game: this.game, before, view, told, race, me: this.me, names: this.names }, key);
    if (note !== null && note.text !== this.log.at(-1)?.text) this.write([{ at: view.now, seat: -1, text: note.text, clause: note.clause, tone: "note" }]);
  }

  private happened(told: readonly Told[], now: number): void {
    this.writeLog(told, now);
    this.makeNoise(told);
    this.announcer.happened(told);
    this.record.happened(this.game, told);
    this.record.lifted(this.game, told, this.view(), this.me);
  }

  private writeLog(told: readonly Told[], now: number): void {
    if (this.game === null) return;
    this.write(logLines(this.game, told, this.names, now, this.yours));
  }

  private write(lines: readonly Omit<LogLine, "key">[]): void {
    if (lines.length > 0) this.log = [...this.log, ...lines.map((line) => ({ ...line, key: ++this.keys }))].slice(-LOG_LENGTH);
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
    if (message.deck !== this.deck) void this.cardsAre(message);
    else if (message.deck === "") this.game ??= this.usual(message);
    if (before !== null && before.yours.length > 0 && message.yours.length === 0) this.seatIsGone();
    if (message.yours.length > 0) this.unseated = this.standing = false;
    if (before !== null && before.phase !== message.phase) this.phaseIs(message.phase);
    if (before !== null) this.timesAre(before.seats, message);
    this.record.is(message.table, message.number);
    if (message.paused || message.phase === "over") this.lastSecond.stop();
    if (message.phase === "over") this.gameIsOver(before === null);
    else this.lastLook.begin();
  }

  private usual(message: TableShown): GameShown | null {
    return this.games.games.find((game) => game.slug === message.game) ?? null;
  }

  /** Other cards lie on this table than before: boards draw them by what the table says of them. */
  private async cardsAre(message: TableShown): Promise<void> {
    this.deck = message.deck;
    const game = this.usual(message);
    const cards = message.deck === "" || game === null ? null : await api.tableDeck(this.code).catch(() => null);
    if (this.deck !== message.deck) return; // meanwhile others again
    this.game = game === null || cards === null ? game : { ...game, cards: cards.cards, kinds: cards.kinds, verbs: cards.verbs };
  }
  private deck = "";

  /** Said once, by the way; the menu and the host's sheets go on saying it. */
  private timesAre(before: readonly SeatShown[], { seats, yours }: TableShown): void {
    for (const place of otherTimes(before, seats)) {
      const seat = seats[place];
      if (seat !== undefined) this.tell(timesSay(seat, yours.includes(place))[0] ?? "", "");
    }
  }

  private gameIsOver(late: boolean): void {
    this.lastLook.end(late);
    this.announcer.speech.settle();
    if (this.shown !== null) keepHead(this.shown.table, this.shown.number, this.shown.head);
    const { shown, game } = this;
    if (shown === null || game === null || late || this.screen || this.yours.length !== 1) return; // a shared tablet keeps nothing
    if (shown.given === "practice" || shown.given === "ghosts") return; // known cards are no test of anybody's eyes
    this.record.file(game.slug, this.me, shown.places);
  }

  private seatIsGone(): void {
    if (this.standing) return; // as wished
    this.unseated = true;
    this.tell(texts.problems["removed"]?.text ?? "", "");
  }
  private standing = false;

  private phaseIs(phase: string): void {
    if (phase === "sealing") {
      this.hand = null; // one that was still in the air at the end of the game before
      if (this.race !== null) this.announcer.speech.hush();
      this.coach.dismiss();
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
    const { [ok.id]: press, ...others } = this.presses;
    this.presses = others;
    if (ok.verdict === "applied") this.announcer.speech.settle();
    if (this.shown?.phase === "over") return; // a hand still in the air at the end
    if (ok.verdict === "applied") return void (this.lostWithout(press) && this.cameLate(press));
    this.painter.show(null, () => {
      this.hand = null;
      if (ok.verdict === "foul" || ok.verdict === "rejected" || !this.cameLate(press)) this.announcer.refused(ok, press);
      else if (this.closed !== null) this.unsaid = () => this.announcer.refused(ok, press);
    });
  }
  /** what is said about an own hand after all, if the race that it seemed to belong to came to nothing */
  private unsaid: (() => void) | null = null;
  private isForgiven = false;

  private sayForgiven(): void {
    if (this.isForgiven) this.unsaid?.();
    this.unsaid = null;
    this.isForgiven = false;
  }

  /** Where the last hand loses, it is known whose that is once all others are down: its time is told when it comes. */
  private lostWithout(press: Press | undefined): boolean {
    const race = this.closed ?? this.race?.race;
    return race?.goal === "last loses" && race.times.some((time) => time.seat === press?.seat && time.reaction === null);
  }

  /** A harmless hand in or just after a race is part of that race, and no refusal of its own. */
  private cameLate(press: (Press & { at: number }) | undefined): boolean {
    const race = this.closed ?? this.race?.race;
    if (press === undefined || race === undefined || !this.announcer.isHand(press)) return false;
    if (press.n < race.n || (this.closed === null && press.at - this.racedAt > LATE_MS)) return false;
    this.late = { n: race.n, ms: this.painter.since(race.n, press.at) ?? press.ms };
    if (this.race?.race.n === race.n) {
      this.race = { ...this.race, late: this.race.late ?? this.late.ms };
      this.announcer.wasLate(this.race);
    }
    return true;
  }
  private late: { n: number; ms: number | null } | null = null;
  private racedAt = 0;

  /** The verdict is told with the cards that it moves: updates to near screens are held back, verdicts are not. */
  private raceIs(race: Race): void {
    if (this.event <= race.n) {
      this.closed = race;
      return;
    }
    const shown = this.showRace(race);
    if (shown !== null) this.tellRace(shown, this.theatre, this.view());
  }
  private closed: Race | null = null;

  private showRace(race: Race): ShownRace | null {
    this.closed = null;
    if (cameToNothing(this.game, race, this.theatre.told)) {
      this.isForgiven = true;
      return null;
    }
    this.hand = null;
    this.racedAt = performance.now();
    const late = this.late?.n === race.n ? this.late.ms : null;
    return (this.race = { race, told: this.theatre.told, key: ++this.keys, late });
  }

  private tellRace(race: ShownRace, theatre: Theatre, view: View | null): void {
    const shown = this.race?.key === race.key ? this.race : race; // a hand that came too late has been added meanwhile
    this.announcer.raced(shown);
    this.record.raced(this.game, shown, this.me, view?.now ?? 0);
    this.learn(shown, theatre, view);
  }

  private emoted(seat: number, name: string, emote: string): void {
    const shown: ShownEmote = { seat, name, emote, key: ++this.keys };
    this.emotes = [...this.emotes.filter((one) => one.seat !== seat), shown];
    setTimeout(() => (this.emotes = this.emotes.filter((one) => one.key !== shown.key)), EMOTE_SHOWN_MS);
  }

  tell(text: string, clause: string): void {
    this.announcer.note(text, clause);
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
    this.granularity = step;
    this.connection.send({ m: "clock", granularity: step, frame: this.cadence.report() });
    if (document.hidden) this.connection.send({ m: "hidden", hidden: true });
    if (!this.screen) void this.seal();
  }

  private granularity = 0;

  private seen(n: number, p: number): void {
    if (this.yours.length === 0) return; // whoever only watches takes part in no race
    this.connection.send({ m: "seen", n, p, c: micros() });
    const frame = this.cadence.news();
    if (frame !== null) this.connection.send({ m: "clock", granularity: this.granularity, frame });
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
