// The own hand in the order in which its owner holds it. That is nobody else's business: nothing of it leaves the page.

export class HandOrder {
  private order = $state.raw<readonly string[]>([]);

  /** The cards as they are held; new ones come to the right. */
  arrange<Item>(cards: readonly Item[], keyOf: (card: Item) => string): Item[] {
    const { order } = this;
    const place = (card: Item): number => (order.includes(keyOf(card)) ? order.indexOf(keyOf(card)) : order.length);
    return cards.map((card, i) => ({ card, i })).sort((a, b) => place(a.card) - place(b.card) || a.i - b.i).map(({ card }) => card);
  }

  /** Put one card of these, as they are held now, at another place. */
  move(held: readonly string[], key: string, to: number): void {
    const others = held.filter((one) => one !== key);
    this.order = others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, key);
  }

  sort(keys: readonly string[]): void {
    this.order = keys;
  }

  /** As the game shows them by itself. */
  reset(): void {
    this.order = [];
  }
}

/** What the menu offers while a hand that can be sorted lies on the board. */
class Sorting {
  sort = $state.raw<(() => void) | null>(null);

  offer(sort: () => void): () => void {
    this.sort = sort;
    return () => {
      if (this.sort === sort) this.sort = null;
    };
  }
}

export const sorting = new Sorting();

export const SORT_KEY = "o";
