// Cards of the own hand that change places: pulled along with mouse or finger, or with Shift and an arrow key. A press that
// stays where it is remains what it was.

import type { Action } from "svelte/action";

/** A press that wandered farther than this to the side was a pull, in px. */
const PULLED = 14;

export interface Reorder {
  /** put the card with that key at that place among the others */
  move: (key: string, to: number) => void;
  /** a press has turned out to be a pull: what it did is taken back */
  begin?: (key: string) => void;
  /** the hand scrolls instead */
  off?: boolean;
}

/** On what holds the cards; each of them says by `data-own` which one it is. */
export const reorder: Action<HTMLElement, Reorder> = (node, initial) => {
  let is = initial;
  let start: { key: string; x: number; y: number; card: HTMLElement } | null = null;
  let pulling = false;

  const held = (): HTMLElement[] => [...node.querySelectorAll<HTMLElement>("[data-own]")];
  const cardAt = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>("[data-own]") : null;

  function placeAt(x: number, key: string): number {
    return held().filter((card) => {
      const box = card.getBoundingClientRect();
      return card.dataset["own"] !== key && box.left + Math.min(box.width, stepOf()) / 2 < x;
    }).length;
  }
  /** how much of a card shows: they may lie on each other */
  function stepOf(): number {
    const [first, second] = held();
    if (first === undefined || second === undefined) return Infinity;
    return Math.max(8, Math.abs(second.getBoundingClientRect().left - first.getBoundingClientRect().left));
  }

  const down = (event: PointerEvent): void => {
    const card = cardAt(event.target);
    const key = card?.dataset["own"];
    pulling = false;
    if (is.off === true || card === null || key === undefined || event.button !== 0) return;
    start = { key, x: event.clientX, y: event.clientY, card };
  };
  const move = (event: PointerEvent): void => {
    if (start === null) return;
    const [across, along] = [Math.abs(event.clientX - start.x), Math.abs(event.clientY - start.y)];
    if (!pulling && (across < PULLED || across < along)) return;
    if (!pulling) {
      pulling = true;
      is.begin?.(start.key);
      start.card.dataset["pulled"] = "";
    }
    is.move(start.key, placeAt(event.clientX, start.key));
  };
  const up = (): void => {
    if (start !== null) delete start.card.dataset["pulled"];
    start = null;
  };
  const click = (event: MouseEvent): void => {
    if (event.detail === 0 || !pulling) return; // a key, or a press that stayed where it was
    pulling = false;
    event.stopPropagation();
    event.preventDefault();
  };
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const card = cardAt(event.target);
    if (!event.shiftKey || by === 0 || card?.dataset["own"] === undefined) return;
    is.move(card.dataset["own"], held().indexOf(card) + by);
    event.preventDefault();
    event.stopPropagation();
  };
  node.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  node.addEventListener("click", click, { capture: true });
  node.addEventListener("keydown", keys);
  return {
    update: (next) => void (is = next),
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
      node.removeEventListener("keydown", keys);
    },
  };
};
