import { expect, it } from "vitest";
import { HandOrder, sorting } from "./hand_order.svelte";

const own = (card: string): string => card;

it("shows cards as they come until their owner holds them otherwise", () => {
  const order = new HandOrder();
  expect(order.arrange(["a", "b", "c"], own)).toEqual(["a", "b", "c"]);
  order.move(["a", "b", "c"], "c", 0);
  expect(order.arrange(["a", "b", "c"], own)).toEqual(["c", "a", "b"]);
});

it("puts new cards to the right, and forgets those that have gone", () => {
  const order = new HandOrder();
  order.move(["a", "b", "c"], "a", 2);
  expect(order.arrange(["a", "c", "d", "e"], own)).toEqual(["c", "a", "d", "e"]);
});

it("sorts, moves beyond the ends to the ends, and goes back to the usual order", () => {
  const order = new HandOrder();
  order.sort(["c", "b", "a"]);
  expect(order.arrange(["a", "b", "c"], own)).toEqual(["c", "b", "a"]);
  order.move(["c", "b", "a"], "c", 99);
  expect(order.arrange(["a", "b", "c"], own)).toEqual(["b", "a", "c"]);
  order.reset();
  expect(order.arrange(["a", "b", "c"], own)).toEqual(["a", "b", "c"]);
});

it("is offered to the menu for as long as the hand is there", () => {
  const away = sorting.offer(() => undefined);
  expect(sorting.sort).not.toBeNull();
  away();
  expect(sorting.sort).toBeNull();
});
