// What this device remembers, and nobody else learns. A browser that stores nothing remembers as long as the page is open.

const OURS = "slamdeck";
const meanwhile = new Map<string, string>();

const keyOf = (subject: string): string => (subject === "" ? OURS : `${OURS}.${subject}`);

/** What was kept about a subject, as it was written; null if there is nothing, or nothing that can be read. */
export function recall(subject: string): unknown {
  const key = keyOf(subject);
  try {
    return JSON.parse(meanwhile.get(key) ?? localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function memorize(subject: string, what: unknown): void {
  const key = keyOf(subject);
  const written = JSON.stringify(what);
  try {
    localStorage.setItem(key, written);
    meanwhile.delete(key);
  } catch {
    meanwhile.set(key, written); // storage refused or full
  }
}

/** Everything that Slamdeck has ever kept here. */
export function forgetAll(): void {
  meanwhile.clear();
  try {
    const ours = Object.keys(localStorage).filter((key) => key === OURS || key.startsWith(`${OURS}.`));
    for (const key of ours) localStorage.removeItem(key);
  } catch {
    // Storage refused: nothing was kept.
  }
}
