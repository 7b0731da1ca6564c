// The end of a game in one fact: where the winner's points came from or how far away one was, and whether Chance cards
// turned it.

import type { Fact } from "../../ending/ending";
import type { GameShown, View } from "../../protocol/types";
import { cardsIn } from "../../table/zones";
import { countOf } from "./count";
import { inSentence, words } from "./words";

const MOST_CARDS = 3;

export function ending(view: View, me: number, names: readonly string[], game: GameShown): Fact | null {
  const counted = countOf(view, game, names.length);
  const [first] = counted;
  if (first === undefined) return null;
  const own = counted.find((one) => one.seat === me);
  const turned = first.combos < Math.max(...counted.map((one) => one.combos));
  const cards = dearest(view, game, `${turned ? "won_chance" : "won"}[${first.seat}]`);
  const chance = first.total - first.combos;
  const whose = own?.wins === true ? "" : inSentence(names[first.seat] ?? "");
  const standing = counted.map(({ seat, total }) => ({
    seat,
    text: words.worth(total),
    cards: [...dearest(view, game, `won[${seat}]`, Infinity), ...dearest(view, game, `won_chance[${seat}]`, Infinity)],
  }));
  if (turned) return { text: words.ending.turned(whose, chance), cards, standing };
  if (own !== undefined && !own.wins) return { text: words.ending.behind(first.total - own.total, whose), cards, standing };
  return { text: chance === 0 ? words.ending.combos(first.combos) : words.ending.both(first.combos, chance), cards, standing };
}

function dearest(view: View, game: GameShown, zone: string, most: number = MOST_CARDS): string[] {
  const points = (name: string): number => game.kinds.find((kind) => kind.name === name)?.points ?? 0;
  return cardsIn(view, zone).filter((name) => name !== null).sort((a, b) => points(b) - points(a)).slice(0, most);
}
