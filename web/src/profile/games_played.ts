// The games that this device has played, with every reaction in them. They stay here: nothing of this is ever sent by
// itself. A browser that keeps nothing remembers for as long as the page is open.

/** One finished game of the owner of this device. */
export interface GamePlayed {
  id: string;
  /** when it ended: ms since 1970 */
  at: number;
  game: string;
  /** the table's code */
  table: string;
  seats: number;
  /** 1 is the winner; 0: not known any more */
  place: number;
  /** reactions in ms, by what they answered */
  times: Readonly<Record<string, readonly number[]>>;
  /** races won, or where the last one loses, not lost */
  won: number;
  slips: number;
  /** hands lifted for nothing by others, those this player fell for, and those that fell for this player's own */
  fakes: Fakes;
  /** ms between the own hand and its closest rival's */
  closest: number | null;
}

export interface Fakes {
  seen: number;
  fallen: number;
  landed: number;
}

export const NO_FAKES: Fakes = { seen: 0, fallen: 0, landed: 0 };
const NAME = "slamdeck";
const SHELF = "games";
const meanwhile = new Map<string, GamePlayed>();

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(SHELF, { keyPath: "id" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

function done<Result>(asked: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("the browser keeps nothing"));
  });
}

export async function keepGames(games: readonly GamePlayed[]): Promise<void> {
  const db = await open();
  if (db === null) {
    for (const game of games) meanwhile.set(game.id, game);
    return;
  }
  const turn = db.transaction(SHELF, "readwrite");
  for (const game of games) turn.objectStore(SHELF).put(game);
  await new Promise<void>((resolve, reject) => {
    turn.oncomplete = () => resolve();
    turn.onerror = turn.onabort = () => reject(turn.error ?? new Error("the browser keeps nothing"));
  });
  db.close();
}

/** All of them, the oldest first. */
export async function gamesPlayed(): Promise<GamePlayed[]> {
  const db = await open();
  const kept = db === null ? [...meanwhile.values()] : ((await done(db.transaction(SHELF).objectStore(SHELF).getAll())) as unknown[]);
  db?.close();
  return kept.filter(isGame).sort((a, b) => a.at - b.at);
}

/** Nothing is left of them: the database itself is gone. */
export async function forgetGames(): Promise<void> {
  meanwhile.clear();
  await new Promise<void>((resolve) => {
    try {
      const asked = indexedDB.deleteDatabase(NAME);
      asked.onsuccess = asked.onerror = asked.onblocked = () => resolve();
    } catch {
      resolve(); // nothing was kept
    }
  });
}

const isCount = (one: unknown): one is number => typeof one === "number" && Number.isFinite(one) && one >= 0;
const isText = (one: unknown, most: number): one is string => typeof one === "string" && one.length <= most;
const MOST_TIMES = 5000;

/** From another device, a file, or an older Slamdeck: only what is one. */
export function isGame(one: unknown): one is GamePlayed {
  if (typeof one !== "object" || one === null) return false;
  const { id, at, game, table, seats, place, times, won, slips, fakes, closest } = one as Partial<GamePlayed>;
  if (!isText(id, 60) || !isText(game, 40) || !isText(table, 20)) return false;
  if (![at, seats, place, won, slips].every(isCount) || !(closest === null || isCount(closest))) return false;
  if (typeof fakes !== "object" || fakes === null || ![fakes.seen, fakes.fallen, fakes.landed].every(isCount)) return false;
  if (typeof times !== "object" || times === null || Array.isArray(times)) return false;
  const kinds = Object.entries(times);
  return kinds.length <= 20 && kinds.every(([kind, all]) => isText(kind, 40) && Array.isArray(all) && all.length <= MOST_TIMES && all.every(isCount));
}
