// Where a sound may be written at the edge of a table: on no card and on no words.

export interface Span {
  top: number;
  bottom: number;
}

const STEP = 4;

/** The top of something so high, as near as possible to where it would like to be; null if it fits nowhere. */
export function freeTop(room: Span, height: number, wanted: number, taken: readonly Span[]): number | null {
  const last = room.bottom - height;
  const fits = (top: number): boolean =>
    top >= room.top && top <= last && taken.every((one) => one.bottom <= top || one.top >= top + height);
  for (let away = 0; away <= room.bottom - room.top; away += STEP) {
    const found = [wanted + away, wanted - away].find(fits);
    if (found !== undefined) return found;
  }
  return null;
}
