import type { SectionShown } from "../protocol/types";

/** Sections with those clauses that have all the words; a clause's own number finds it too. */
export function findClauses(sections: readonly SectionShown[], wanted: string): SectionShown[] {
  const words = wanted.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [...sections];
  return sections
    .map((section) => ({
      ...section,
      text: "",
      clauses: section.clauses.filter(({ id, text }) => {
        const all = `${id} ${text} ${section.title}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter((section) => section.clauses.length > 0);
}

/** The words of one clause. */
export function ruleOf(sections: readonly SectionShown[], id: string): string {
  return sections.flatMap((section) => section.clauses).find((clause) => clause.id === id)?.text ?? "";
}
