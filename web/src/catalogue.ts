// All games, as the server describes them: fetched once per page.

import { api } from "./protocol/api";
import type { GameShown, Games } from "./protocol/types";

let asked: Promise<Games> | null = null;

export function fetchGames(): Promise<Games> {
  asked ??= api.games().catch((problem: unknown) => {
    asked = null; // the next one may have more luck
    throw problem;
  });
  return asked;
}

export function gameOf(games: Games, slug: string): GameShown | undefined {
  return games.games.find((game) => game.slug === slug);
}
