// Who sits where: neighbours around the upper half of an oval table, from the left one to the right one.

export interface Oval {
  /** half its width and height, and how far down its middle is: all in percent of the box */
  width: number;
  height: number;
  middle: number;
}

export interface Place {
  /** in percent of the box */
  x: number;
  y: number;
  /** −1 at the left end, 1 at the right one */
  off: number;
  /** degrees by which a hand that comes from there is turned */
  turned: number;
}

export function placeOf(i: number, of: number, { width, height, middle }: Oval): Place {
  const angle = Math.PI * (1 - (i + 0.5) / of);
  const off = Math.cos(angle);
  return { x: 50 + off * width, y: middle - Math.sin(angle) * height, off, turned: 270 - (angle * 180) / Math.PI };
}

/** From which side a seat's hand comes to the middle; the own one comes from below. */
export function sideOf(seat: number, company: readonly number[]): number {
  const i = company.indexOf(seat);
  return i < 0 ? 0 : placeOf(i, company.length, { width: 0, height: 0, middle: 0 }).turned;
}
