// Reactions as a picture: each race one mark on a scale, and behind them the hill of earlier games.

export interface Scale {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** From a round number below the fastest to one above the slowest; a single slow hand does not squeeze the rest. */
export function scaleOf(times: readonly number[], past: readonly number[]): Scale {
  const all = [...times, ...past].sort((a, b) => a - b);
  const low = all[0] ?? 200;
  const high = Math.max(all[Math.floor((all.length - 1) * 0.95)] ?? 600, Math.max(...times, 0) < 1200 ? Math.max(...times, 0) : 0);
  const from = Math.floor(Math.max(0, low - 30) / 100) * 100;
  const to = Math.max(from + 300, Math.ceil((high + 30) / 100) * 100);
  const step = to - from > 600 ? 200 : 100;
  return { from, to, ticks: Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step) };
}

export const along = (ms: number, { from, to }: Scale): number => Math.min(1, Math.max(0, (ms - from) / (to - from)));

/** The hill's height, 0 to 1, at so many places from left to right: how often earlier hands came about then. */
export function hill(past: readonly number[], scale: Scale, places = 48): number[] {
  const width = Math.max(25, (scale.to - scale.from) / 14);
  const heights = Array.from({ length: places + 1 }, (_, i) => {
    const here = scale.from + ((scale.to - scale.from) * i) / places;
    return past.reduce((sum, ms) => sum + Math.exp(-(((ms - here) / width) ** 2) / 2), 0);
  });
  const top = Math.max(...heights);
  return top === 0 ? heights : heights.map((height) => height / top);
}

export interface Mark {
  ms: number;
  /** 0 to 1 along the scale, moved a little where marks lie close */
  at: number;
  /** how many lie below it */
  level: number;
}

/** Marks that would lie on each other are stacked, in columns of their own width. */
export function marks(times: readonly number[], scale: Scale, width: number): Mark[] {
  const columns = new Map<number, number>();
  return [...times].sort((a, b) => a - b).map((ms) => {
    const column = Math.min(Math.floor(along(ms, scale) / width), Math.ceil(1 / width) - 1);
    const level = columns.get(column) ?? 0;
    columns.set(column, level + 1);
    return { ms, at: (column + 0.5) * width, level };
  });
}
