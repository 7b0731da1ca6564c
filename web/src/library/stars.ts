// Games that somebody liked: kept on this device, for nobody else.

import { memorize, recall } from "../memory";

const SUBJECT = "stars";
const KEPT = 1000;

export const nameOf = ({ table, number }: { table: string; number: number }): string => `${table} ${number}`;

export function starred(): ReadonlySet<string> {
  const kept = recall(SUBJECT);
  return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);
}

export function setStar(name: string, on: boolean): ReadonlySet<string> {
  const others = [...starred()].filter((one) => one !== name);
  memorize(SUBJECT, (on ? [...others, name] : others).slice(-KEPT));
  return starred();
}
