// The rules as they are read: Markdown of a sentence, the words of one clause.

import type { SectionShown } from "../protocol/types";

export type Part = { kind: "plain" | "bold" | "title" | "option" | "clause"; text: string };

const MARKS = /(\*\*[\s\S]+?\*\*|`[^`]+?`|\*[^*\s][^*]*?\*|\b[A-Z]{2}-R?\d+\b)/;

/** A sentence in its parts: **new words**, *titles*, `options`, and clauses that it names. */
export function partsOf(text: string): Part[] {
  return text.split(MARKS).filter((part) => part !== "").map((part) => {
    if (part.startsWith("**")) return { kind: "bold", text: part.slice(2, -2) };
    if (part.startsWith("`")) return { kind: "option", text: part.slice(1, -1) };
    if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return { kind: "title", text: part.slice(1, -1) };
    if (/^[A-Z]{2}-R?\d+$/.test(part)) return { kind: "clause", text: part };
    return { kind: "plain", text: part };
  });
}

/** The same without its marks. */
export const plainRule = (text: string): string => partsOf(text).map((part) => part.text).join("");

export const paragraphs = (text: string): string[] => text.split(/\n\s*\n/).map((part) => part.trim()).filter((part) => part !== "");

/** The words of one clause, as they are said. */
export function ruleOf(sections: readonly SectionShown[], id: string): string {
  const clause = sections.flatMap((section) => section.clauses).find((one) => one.id === id);
  return clause === undefined ? "" : plainRule(`${clause.under} ${clause.text}`.trim());
}

export const isRuling = (id: string): boolean => id.includes("-R");
