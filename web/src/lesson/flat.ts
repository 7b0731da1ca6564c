// Controls that a step does not need yet stay where they are, flat, and say when they come. Boards know nothing of it: what
// sends a move says so in data-move.

export interface Flat {
  is: (move: string) => boolean;
  /** when they come, for the first; and what the others say */
  later: string;
  others: string;
}

export function flatten(board: HTMLElement, flat: Flat): { update(flat: Flat): void; destroy(): void } {
  let current = flat;

  function mark(): void {
    let first = true;
    for (const control of board.querySelectorAll<HTMLElement>("[data-move]")) {
      if (!current.is(control.dataset["move"] ?? "")) {
        if (control.dataset["flat"] !== undefined) free(control);
        continue;
      }
      const words = first ? current.later : current.others;
      first = false;
      if (control.dataset["flat"] === words) continue;
      if (getComputedStyle(control).position === "static") control.style.position = "relative";
      control.dataset["flat"] = words;
      control.setAttribute("aria-disabled", "true");
    }
  }
  function free(control: HTMLElement): void {
    delete control.dataset["flat"];
    control.removeAttribute("aria-disabled");
    control.style.removeProperty("position");
  }
  /** Before the control itself hears of it. */
  function hold(event: Event): void {
    if (!(event.target instanceof Element) || event.target.closest("[data-flat]") === null) return;
    event.stopPropagation();
    event.preventDefault();
  }

  const presses = ["pointerdown", "click"] as const;
  for (const kind of presses) board.addEventListener(kind, hold, { capture: true });
  const watch = new MutationObserver(mark);
  watch.observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-move"] });
  mark();
  return {
    update(next) {
      current = next;
      mark();
    },
    destroy() {
      watch.disconnect();
      for (const kind of presses) board.removeEventListener(kind, hold, { capture: true });
    },
  };
}
