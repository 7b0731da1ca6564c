// Cards that are pulled along: a drag moves them and never plays one. Fingers scroll by themselves; a mouse is helped.

import type { Action } from "svelte/action";

/** A press that wandered farther than this was a drag, in px. */
const WANDERED = 12;

export const drag: Action<HTMLElement> = (node) => {
  let start: { x: number; y: number; left: number } | null = null;
  let wandered = false;
  const down = (event: PointerEvent): void => {
    start = { x: event.clientX, y: event.clientY, left: node.scrollLeft };
    wandered = false;
  };
  const move = (event: PointerEvent): void => {
    if (start === null) return;
    const by = event.clientX - start.x;
    wandered ||= Math.hypot(by, event.clientY - start.y) > WANDERED;
    if (wandered && event.pointerType === "mouse") node.scrollLeft = start.left - by;
  };
  const up = (): void => void (start = null);
  const click = (event: MouseEvent): void => {
    if (event.detail === 0 || !wandered) return; // a key, or a press that stayed where it was
    event.stopPropagation();
    event.preventDefault();
  };
  node.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  node.addEventListener("click", click, { capture: true });
  return {
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
    },
  };
};
