// A moment in the address: #race=3 · #step=120, and whose eyes: &eyes=1 or &eyes=all.

import { PUBLIC } from "../protocol/types";
import { ALL_OPEN } from "./film";

export interface Moment {
  race: number | null;
  step: number | null;
  eyes: number | null;
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null);

export function momentIn(hash: string): Moment {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const eyes = said.get("eyes");
  return { race: whole(said.get("race")), step: whole(said.get("step")), eyes: eyes === "all" ? ALL_OPEN : eyes === "public" ? PUBLIC : whole(eyes) };
}

export function hashOf({ race, step, eyes }: Moment): string {
  const said = new URLSearchParams();
  if (race !== null) said.set("race", String(race));
  else if (step !== null) said.set("step", String(step));
  if (eyes !== null) said.set("eyes", eyes === ALL_OPEN ? "all" : eyes === PUBLIC ? "public" : String(eyes));
  return `#${said.toString()}`;
}
