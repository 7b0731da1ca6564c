// How own cards lie in the room that is left for them: a fan where it fits, rows where it does not, and where even rows
// are too narrow a strip that is pulled along. Every card keeps a piece of its own to read and to touch.

export interface Spot {
  x: number;
  y: number;
  /** in degrees */
  turn: number;
}

export interface Spread {
  /** how wide a card is */
  card: number;
  /** how wide all of them are together: more than the room has where they have to be pulled along */
  width: number;
  spots: Spot[];
}

/** room above for a card that stands out */
export const LIFT = 16;
const HIGH = 1.4;
const LARGEST = 230;
/** the index of a card can still be read */
const LEAST = 56;
const MOST_ROWS = 3;
/** how much of a card is seen above the row before it */
const ROW = 0.52;
/** what is seen of a card beside the next one; the second is enough where it saves pulling */
const STRIPS = [44, 40] as const;
/** and how much of it, so that large cards do not hide each other */
const SEEN = 0.45;
/** no card needs to be larger for the sake of rows */
const AMPLE = 110;

/** A fan of one row needs room at its ends, where cards are turned and lie lower: in parts of a card. */
const END = 0.07;
const DROP = 0.1;
const EDGE = 2;

/** The largest card that this many rows have the height for. */
function largestIn(height: number, rows: number): number {
  const room = height - LIFT - EDGE;
  return Math.floor(Math.min(LARGEST, room / (HIGH * (1 + (rows - 1) * ROW) + (rows === 1 ? DROP : 0))));
}

/** The largest card that leaves each of them such a strip; it may turn out too small. */
function fitting(n: number, width: number, height: number, rows: number, strip: number): number {
  const others = Math.ceil(n / rows) - 1;
  const ends = rows === 1 ? 2 * END : 0;
  const room = width - 2 * EDGE;
  const seen = Math.max(LEAST, room / (1 + ends + others * SEEN));
  return Math.floor(Math.min(largestIn(height, rows), (room - others * strip) / (1 + ends), seen));
}

interface Rows {
  rows: number;
  card: number;
}

function best(n: number, width: number, height: number, strip: number): Rows | null {
  const found: Rows[] = [1, 2, MOST_ROWS]
    .map((rows) => ({ rows, card: fitting(n, width, height, rows, strip) }))
    .filter(({ card }) => card >= LEAST);
  const largest = Math.min(AMPLE, Math.max(...found.map(({ card }) => card)));
  return found.find(({ card }) => card >= largest * 0.9) ?? null; // a plain fan, even if it is a little smaller
}

export function spread(n: number, width: number, height: number): Spread {
  const [wide, narrow] = STRIPS;
  const found = best(n, width, height, wide) ?? best(n, width, height, narrow);
  if (found !== null) return lay(n, found, width, width, height);
  const rows = largestIn(height, 2) >= LEAST ? 2 : 1;
  const card = Math.max(LEAST, largestIn(height, rows));
  const needed = card + (Math.ceil(n / rows) - 1) * wide + 2 * EDGE;
  return lay(n, { rows, card }, Math.max(width, needed), width, height);
}

function lay(n: number, { rows, card }: Rows, width: number, room: number, height: number): Spread {
  const each = Math.ceil(n / rows);
  const fans = rows === 1 && width === room;
  const drop = fans ? card * DROP : 0;
  const top = LIFT + Math.max(0, height - LIFT - card * HIGH * (1 + (rows - 1) * ROW) - drop - EDGE) / 2;
  const along = width - card - 2 * (fans ? EDGE + card * END : EDGE);
  const spots = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / each);
    const count = Math.min(each, n - row * each);
    const step = count < 2 ? 0 : Math.min(card * 0.86, along / (count - 1));
    const off = (i % each) - (count - 1) / 2;
    const end = (count - 1) / 2 || 1;
    return {
      x: width / 2 - card / 2 + off * step,
      y: top + row * card * HIGH * ROW + drop * (off / end) ** 2,
      turn: fans ? off * Math.min(2, 9 / count) : 0,
    };
  });
  return { card, width, spots };
}
