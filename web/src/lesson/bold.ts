// What is said in a lesson: plain words, and **these** in bold.

export interface Part {
  text: string;
  bold: boolean;
}

export function partsOf(text: string): Part[] {
  return text
    .split("**")
    .map((part, i) => ({ text: part, bold: i % 2 === 1 }))
    .filter((part) => part.text !== "");
}

export function plain(text: string): string {
  return text.replaceAll("**", "");
}
