// One player's coach at one table: whether there is one, and what it says now.

import { played } from "../history";
import { preferences } from "../preferences.svelte";
import type { ShownRace } from "../table/board_table";
import { noteOn, type Moment, type Note } from "./coach";
import { Subjects, type Wording } from "./subjects";

/** Somebody's first games of a kind. */
const FIRST_GAMES = 3;

export interface ShownNote {
  note: Note;
  wording: Wording;
  /** the race that it is about */
  race: ShownRace | null;
  key: number;
}

export class CoachSession {
  now = $state.raw<ShownNote | null>(null);
  private subjects: { of: string; list: Subjects } | null = null;
  private latest = 0;

  speaksIn(game: string): boolean {
    return preferences.coaching === "always" || (preferences.coaching === "newcomers" && played(game) < FIRST_GAMES);
  }

  /** Something happened. `key` is the update that it came with: what belongs together is one note. */
  consider(moment: Moment, key: number): Note | null {
    const note = this.speaksIn(moment.game.slug) ? noteOn(moment) : null;
    const again = key === this.latest && this.now !== null;
    if (note === null) {
      if (moment.race !== null && !again) this.now = null; // a new verdict: the old note has had its time
      return null;
    }
    const subjects = this.listFor(moment.game.slug);
    const wording = again && this.now?.note.about === note.about ? this.now.wording : subjects.wording(note.about);
    this.now = wording === null || (wording === "cards" && note.cards.length === 0 && moment.race === null)
      ? null
      : { note, wording, race: moment.race, key };
    if (!again) subjects.said(note.about);
    this.latest = key;
    return this.now === null ? null : note;
  }

  dismiss(): void {
    this.now = null;
  }

  private listFor(game: string): Subjects {
    const lasting = preferences.coaching !== "always";
    const of = `${game} ${lasting}`;
    if (this.subjects?.of !== of) this.subjects = { of, list: new Subjects(game, lasting) };
    return this.subjects.list;
  }
}
