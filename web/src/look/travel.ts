// Cards move. A card is complete and readable in the frame that announces it; only its place changes afterwards.
// With reduced motion everything simply is where it ends up.

import { reducedMotion } from "../preferences.svelte";

const CARD_MS = 220;
const SWEEP_MS = 420;
const SLIDE = "cubic-bezier(.2, .8, .2, 1)";

export function zoneElement(name: string): Element | null {
  return document.querySelector(`[data-zone="${CSS.escape(name)}"]`);
}

interface Shift {
  translate: string;
  scale: string;
}

function shift(node: Element, towards: Element): Shift {
  const own = node.getBoundingClientRect();
  const other = towards.getBoundingClientRect();
  const dx = other.left + other.width / 2 - own.left - own.width / 2;
  const dy = other.top + other.height / 2 - own.top - own.height / 2;
  const size = own.width > 0 ? Math.min(1.4, Math.max(0.25, other.width / own.width)) : 1;
  return { translate: `${dx}px ${dy}px`, scale: String(size) };
}

/** The card has just come from that zone. Uses `translate` and `scale`, so the node keeps its own `transform`. */
export function travel(node: HTMLElement, from: string | null | undefined): void {
  const source = from == null || reducedMotion() ? null : zoneElement(from);
  if (source === null) return;
  node.animate([shift(node, source) as unknown as Keyframe, { translate: "0 0", scale: "1" }], {
    duration: CARD_MS,
    easing: SLIDE,
  });
}

/** The node goes to that zone and is gone. */
export function leave(node: HTMLElement, { to, done }: { to: string; done: () => void }): void {
  const target = reducedMotion() ? null : zoneElement(to);
  if (target === null) {
    queueMicrotask(done);
    return;
  }
  const end = { ...shift(node, target), opacity: "0.2" };
  const moving = node.animate([{ translate: "0 0", scale: "1", opacity: "1" }, end as unknown as Keyframe], {
    duration: SWEEP_MS,
    easing: SLIDE,
    fill: "forwards",
  });
  moving.onfinish = done;
  moving.oncancel = done;
}
