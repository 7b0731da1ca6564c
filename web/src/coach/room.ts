// Where a note may lie: over the rivals, never over a pile, a zone, an own hand, a prompt or anything to be pressed.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** As in the picture book · cards and words in a row · words alone. */
export type Form = "full" | "row" | "line";

export interface Place {
  left: number;
  top: number;
  width: number;
  /** as high as it may become */
  height: number;
  form: Form;
}

/** What a note needs: its height at a width, per form. */
export type Needs = (form: Form, width: number) => number;

const FORMS: readonly Form[] = ["full", "row", "line"];
const LEAST_WIDTH: Record<Form, number> = { full: 280, row: 264, line: 200 };
const MOST_WIDTH = 560;
const CORNER = 340;
const MARGIN = 6;

/** The first form that finds room, rather beside the rivals' tags than over them. */
export function placeFor(board: Box, rivals: Box, tags: readonly Box[], solid: readonly Box[], needs: Needs): Place | null {
  return find(["full", "row"], [...solid, ...tags]) ?? find(FORMS, solid);

  function find(forms: readonly Form[], taken: readonly Box[]): Place | null {
    for (const form of forms) {
      for (const { left, right } of columns(board, rivals)) {
        const width = right - left;
        if (width < LEAST_WIDTH[form]) continue;
        const gap = gapsIn(board, taken.filter((box) => box.right > left && box.left < right))
          .filter(({ top, bottom }) => bottom > rivals.top && top < rivals.bottom)
          .find(({ top, bottom }) => bottom - top >= needs(form, width));
        if (gap) return { left, top: gap.top, width, height: gap.bottom - gap.top, form };
      }
    }
    return null;
  }
}

/** The rivals' own width, as wide as anybody reads; else a corner. */
function columns(board: Box, rivals: Box): { left: number; right: number }[] {
  const left = Math.max(rivals.left, board.left + MARGIN);
  const right = Math.min(rivals.right, board.right - MARGIN);
  const middle = (left + right) / 2;
  const half = Math.min((right - left) / 2, MOST_WIDTH / 2);
  return [
    { left: middle - half, right: middle + half },
    { left, right: Math.min(left + CORNER, right) },
    { left: Math.max(right - CORNER, left), right },
  ];
}

/** A free part of the board at its rivals. */
export interface Free {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where words may lie that have no header: free parts at the rivals, between whatever stands there, the widest first. */
export function freeAt(board: Box, rivals: Box, solid: readonly Box[], leastWidth: number, margin: number): Free[] {
  const edges = { left: Math.max(rivals.left, board.left + margin), right: Math.min(rivals.right, board.right - margin) };
  const beside = solid.filter((box) => box.top < rivals.bottom);
  const lefts = [edges.left, ...beside.map((box) => box.right + margin)].filter((at) => at >= edges.left);
  const rights = [edges.right, ...beside.map((box) => box.left - margin)].filter((at) => at <= edges.right);
  return lefts
    .flatMap((left) => rights.map((right) => ({ left, right, width: right - left })))
    .filter(({ width }) => width >= leastWidth)
    .sort((a, b) => b.width - a.width)
    .flatMap(({ left, right, width }) =>
      gapsIn(board, solid.filter((box) => box.right > left && box.left < right), margin)
        .filter(({ top, bottom }) => bottom > rivals.top && top < rivals.bottom)
        .map(({ top, bottom }) => ({ left, top, width, height: bottom - top })),
    );
}

/** What is free between the top and the bottom of the board, from the top. */
function gapsIn(board: Box, taken: readonly Box[], margin = MARGIN): { top: number; bottom: number }[] {
  const gaps: { top: number; bottom: number }[] = [];
  let top = board.top + margin;
  for (const box of [...taken].sort((a, b) => a.top - b.top)) {
    if (box.top - margin > top) gaps.push({ top, bottom: box.top - margin });
    top = Math.max(top, box.bottom + margin);
  }
  if (board.bottom - margin > top) gaps.push({ top, bottom: board.bottom - margin });
  return gaps;
}

// ---- in the page ------------------------------------------------------------------------------------------------------

/** What a note must never lie on. A board may mark more with `data-clear`. */
const SOLID = ".prompt, [data-zone], [data-move], [data-step], [data-clear]";
const RIVALS = ".rivals, .company";
const PRESSED = "[data-clear], [data-move]:not(:disabled), [data-step]:not(:disabled)";

/** The boxes of a board that matter for a note, in the board's own coordinates. */
export function surroundings(board: HTMLElement): { board: Box; rivals: Box; tags: Box[]; solid: Box[] } {
  const origin = board.getBoundingClientRect();
  const boxOf = (node: Element): Box => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top };
  };
  const seen = (box: Box): boolean => box.right > box.left && box.bottom > box.top;
  const rivals = board.querySelector(RIVALS);
  const belongsToRivals = (node: Element): boolean => {
    const needed = node.closest("[data-yields]") === null ? PRESSED : "[data-clear], [data-move]:not(:disabled)";
    return node.closest(RIVALS) !== null && !node.matches(needed);
  };
  const whole = boxOf(board);
  return {
    board: whole,
    rivals: rivals === null ? { ...whole, bottom: whole.bottom / 3 } : boxOf(rivals),
    tags: [...board.querySelectorAll(`:is(${RIVALS}) .tag`)].map(boxOf).filter(seen),
    solid: [...board.querySelectorAll(SOLID)].filter((node) => !belongsToRivals(node)).map(boxOf).filter(seen),
  };
}
