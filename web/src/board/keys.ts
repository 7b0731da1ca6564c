// The keys of a board. They belong to it unless somebody types, a sheet is open, or the browser has a use of its own
// for them.

export type KeyDoes = (event: KeyboardEvent) => unknown;

/** `does` finds what a key (in small letters) does now; a key that does nothing is left to the browser. */
export function boardKeys(does: (key: string) => KeyDoes | null | undefined): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return; // it presses that button
    const act = does(event.key.toLowerCase());
    if (!act) return;
    act(event);
    event.preventDefault();
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
