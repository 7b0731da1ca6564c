// A thing that reacts to the finger itself, not to its lifting. The keyboard and assistive devices click instead.

import type { Action } from "svelte/action";

export const press: Action<HTMLElement, (event: Event) => void> = (node, initial) => {
  let act = initial;
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    act(event);
  };
  const click = (event: MouseEvent): void => {
    if (event.detail === 0) act(event);
  };
  const still = (event: Event): void => event.preventDefault();
  node.addEventListener("pointerdown", down);
  node.addEventListener("click", click);
  node.addEventListener("contextmenu", still);
  return {
    update: (next) => (act = next),
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("click", click);
      node.removeEventListener("contextmenu", still);
    },
  };
};
