// The server's HTTP side. Every refusal is one error with a word for us and a sentence for people.

import type {
  DailyShown, DailyWanted, DeckShown, DeckWanted, FilmShown, GameExamples, GameLessons, Games, GhostsWanted, Joined, JoinTable, LibraryShown, OpenTable,
  OpenTables, ProfilesOffered, RecordShown, Refusal, RulesFound, SeenByWanted, Staged, StageWanted, TableInfo, TableOpened, Ticket, TransferWaiting,
  Tried, TryWanted,
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

/** A server that hangs is not waited for: the next attempt may reach another. Twice its patience with one that hangs. */
const TICKET_MS = 8000;

type Method = "DELETE" | "GET" | "POST" | "PUT";

async function ask<Answer>(method: Method, path: string, body?: unknown, more: Record<string, string> = {}, patience = 0): Promise<Answer> {
  const request: RequestInit = { method, credentials: "same-origin", headers: { Accept: "application/json", ...more } };
  if (patience > 0) request.signal = AbortSignal.timeout(patience);
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

/** Something that is no JSON. */
async function askForBytes(method: "GET" | "POST", path: string): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(path, { method, credentials: "same-origin" });
  } catch {
    throw new RefusedByServer(UNREACHABLE, "");
  }
  if (response.ok) return response.arrayBuffer();
  const refusal = ((await response.json().catch(() => null)) ?? {}) as Partial<Refusal>;
  throw new RefusedByServer(refusal.error ?? UNREACHABLE, refusal.why ?? "");
}

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;

const decks = (game: string): string => `/api/decks/${encodeURIComponent(game)}`;

export const api = {
  games: () => ask<Games>("GET", "/api/games"),
  open: (wanted: OpenTable) => ask<TableOpened>("POST", "/api/tables", wanted),
  info: (code: string) => ask<TableInfo>("GET", at(code)),
  join: (code: string, wanted: JoinTable) => ask<Joined>("POST", `${at(code)}/join`, wanted),
  ticket: (code: string, screen: boolean) => ask<Ticket>("POST", `${at(code)}/ticket`, { screen }, {}, TICKET_MS),
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
  openTables: () => ask<OpenTables>("GET", "/api/tables"),
  daily: () => ask<DailyShown>("GET", "/api/daily"),
  playDaily: (game: string, wanted: DailyWanted) => ask<TableOpened>("POST", `/api/daily/${encodeURIComponent(game)}`, wanted),
  raceGhosts: (code: string, wanted: GhostsWanted) => ask<TableOpened>("POST", `${at(code)}/ghosts`, wanted),
  sendBox: (box: Blob) => ask<TransferWaiting>("POST", "/api/transfers", box),
  takeBox: (name: string) => askForBytes("POST", `/api/transfers/${encodeURIComponent(name)}`),
  profilesOffered: () => ask<ProfilesOffered>("GET", "/api/profiles"),
  writeProfile: (name: string, secret: string, box: Blob) => ask<undefined>("PUT", `/api/profiles/${name}`, box, { "X-Profile-Secret": secret }),
  fetchProfile: (name: string) => askForBytes("GET", `/api/profiles/${encodeURIComponent(name)}`),
  deleteProfile: (name: string, secret: string) => ask<undefined>("DELETE", `/api/profiles/${name}`, undefined, { "X-Profile-Secret": secret }),
  film: (code: string, game: number) => ask<FilmShown>("GET", `${at(code)}/film?game=${game}`),
  filmOf: (file: Blob, game: number) => ask<FilmShown>("POST", `/api/films?game=${game}`, file),
  library: () => ask<LibraryShown>("GET", "/api/library"),
  showTo: (code: string, seen_by: SeenByWanted["seen_by"]) => ask<undefined>("POST", `/api/library/${encodeURIComponent(code)}`, { seen_by }),
  deleteTable: (code: string) => ask<undefined>("DELETE", `/api/library/${encodeURIComponent(code)}`),
  recordPath: (code: string) => `${at(code)}/record`,
};
