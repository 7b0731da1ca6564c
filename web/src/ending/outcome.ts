// Who won, in the reader's own view.

import { listed, texts } from "../texts";

export interface Outcome {
  winners: readonly number[];
  /** seats, the best place first */
  order: readonly number[];
  headline: string;
  /** the reader's own place, where that is not said by the headline */
  own: string;
}

export function outcomeOf(places: readonly number[], names: readonly string[], yours: readonly number[]): Outcome {
  const words = texts.ending;
  const seats = places.map((_, seat) => seat);
  const order = [...seats].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  const winners = order.filter((seat) => places[seat] === places[order[0] ?? 0]);
  const you = yours.length === 1 ? (yours[0] ?? -1) : -1;
  const nameOf = (seat: number): string => names[seat] ?? "";
  const others = winners.filter((seat) => seat !== you).map(nameOf);
  const won = winners.includes(you);
  const headline = won
    ? winners.length > 1 ? words.youShare(listed([words.you, ...others])) : words.youWin
    : winners.length > 1 ? words.share(listed(others)) : words.wins(listed(others));
  return { winners, order, headline, own: won || you < 0 ? "" : words.place(places[you] ?? 0) };
}
