// The server's HTTP side. Every refusal is one error with a word for us and a sentence for people.

import type {
  DeckShown, DeckWanted, FilmShown, GameExamples, GameLessons, Games, Joined, JoinTable, LibraryShown, OpenTable, RecordShown, Refusal, RulesFound,
  SeenByWanted, Staged, StageWanted, TableInfo, TableOpened, Ticket, Tried, TryWanted,
} from "./types";

export class RefusedByServer extends Error {
  constructor(
    readonly error: string,
    readonly why: string,
    readonly retryAfter = 0,
  ) {
    super(why);
  }
}

/** Nobody answered: no network, or no server. */
export const UNREACHABLE = "unreachable";

const NOTHING_TO_SAY = 204;

async function ask<Answer>(method: "DELETE" | "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const request: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json" } };
  if (body instanceof Blob) {
    request.body = body;
  } else if (body !== undefined) {
    request.headers = { ...request.headers, "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new RefusedByServer(UNREACHABLE, "");
  }
  if (response.status === NOTHING_TO_SAY) return undefined as Answer;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  const refusal = (answer ?? {}) as Partial<Refusal>;
  const again = Number(response.headers.get("Retry-After") ?? 0);
  // A proxy in between answers in words of its own: the server behind it is not there.
  throw new RefusedByServer(refusal.error ?? UNREACHABLE, refusal.why ?? "", again);
}

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;

const decks = (game: string): string => `/api/decks/${encodeURIComponent(game)}`;

export const api = {
  games: () => ask<Games>("GET", "/api/games"),
  open: (wanted: OpenTable) => ask<TableOpened>("POST", "/api/tables", wanted),
  info: (code: string) => ask<TableInfo>("GET", at(code)),
  join: (code: string, wanted: JoinTable) => ask<Joined>("POST", `${at(code)}/join`, wanted),
  ticket: (code: string, screen: boolean) => ask<Ticket>("POST", `${at(code)}/ticket`, { screen }),
  deck: (game: string) => ask<DeckShown>("GET", decks(game)),
  checkDeck: (game: string, wanted: DeckWanted) => ask<DeckShown>("POST", decks(game), wanted),
  tableDeck: (code: string) => ask<DeckShown>("GET", `${at(code)}/deck`),
  layOut: (code: string, wanted: DeckWanted) => ask<DeckShown>("POST", `${at(code)}/deck`, wanted),
  checkRecord: (file: Blob) => ask<RecordShown>("POST", "/api/records", file),
  findRules: (game: string, words: string) => ask<RulesFound>("GET", `/api/rules/${encodeURIComponent(game)}?find=${encodeURIComponent(words)}`),
  examples: (game: string) => ask<GameExamples>("GET", `/api/examples/${encodeURIComponent(game)}`),
  tryOut: (game: string, example: string, wanted: TryWanted) =>
    ask<Tried>("POST", `/api/examples/${encodeURIComponent(game)}/${encodeURIComponent(example)}`, wanted),
  lessons: (game: string) => ask<GameLessons>("GET", `/api/lessons/${encodeURIComponent(game)}`),
  stage: (game: string, lesson: string, wanted: StageWanted) =>
    ask<Staged>("POST", `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, wanted),
  /** The session ends, here and wherever else its cookie may be; bots play its hands. */
  forgetMe: () => ask<undefined>("DELETE", "/api/session"),
  film: (code: string, game: number) => ask<FilmShown>("GET", `${at(code)}/film?game=${game}`),
  filmOf: (file: Blob, game: number) => ask<FilmShown>("POST", `/api/films?game=${game}`, file),
  library: () => ask<LibraryShown>("GET", "/api/library"),
  showTo: (code: string, seen_by: SeenByWanted["seen_by"]) => ask<undefined>("POST", `/api/library/${encodeURIComponent(code)}`, { seen_by }),
  deleteTable: (code: string) => ask<undefined>("DELETE", `/api/library/${encodeURIComponent(code)}`),
  recordPath: (code: string) => `${at(code)}/record`,
};
