// Updates as the eye gets them: what is painted in one frame is one picture.

import type { Theatre } from "./board_table";

/** The next update, with the one that has not been painted yet: nothing that was told is lost between two frames. */
export function together(unpainted: Theatre | null, next: Theatre): Theatre {
  if (unpainted === null || unpainted.fresh || next.fresh) return next;
  return { ...next, told: [...unpainted.told, ...next.told], before: unpainted.before };
}
