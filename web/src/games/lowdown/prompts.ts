// One line for what is asked of this seat now, and a second one for how.

import type { View } from "../../protocol/types";
import { fact, sizeOf } from "../../table/zones";
import { gridOf } from "./grid";
import { acting, type Picked } from "./taps";
import { words } from "./words";

export interface Prompt {
  title: string;
  more: string;
}

const said = (title: string, more = ""): Prompt => ({ title, more });

export function promptFor(view: View, seat: number, names: readonly string[], picked: Picked | null, keys: boolean): Prompt {
  if (acting(view, seat)) return own(view, seat, picked, keys);
  const who = names[fact(view, "turn", -1)] ?? "";
  if (seat < names.length && view.phase === "SETUP_FLIP") return said(words.prompts.waitSetup);
  if (seat < names.length && view.phase === "CLEARING") return said(words.prompts.waitDone);
  return said(words.others[view.phase]?.(who) ?? "");
}

function own(view: View, seat: number, picked: Picked | null, keys: boolean): Prompt {
  const { prompts } = words;
  const whose = keys ? prompts.whoseKeys : prompts.whose;
  switch (view.phase) {
    case "SETUP_FLIP":
      return said(gridOf(view, seat, null).some((slot) => slot.state === "open") ? prompts.openOne : prompts.openTwo);
    case "CHOOSE":
      return said(prompts.choose, sizeOf(view, "draw") > 0 ? prompts.chooseMore : prompts.chooseEmpty);
    case "HOLD_DRAWN":
      return said(words.youDrew, words.thenTap);
    case "HOLD_TAKEN":
      return said(words.youTook, words.tapSlot);
    case "LOOK":
      return said(prompts.look);
    case "LOOKED":
      return said(prompts.looked);
    case "PEEK_T":
      return said(prompts.peek, whose);
    case "SWAP_T":
      return said(picked === null ? prompts.swap : prompts.swapSecond);
    case "STEAL_T":
      return picked === null || picked.owner === seat ? said(prompts.stealTheirs, whose) : said(prompts.stealMine);
    case "CLEARING":
      return said(prompts.clearing, prompts.clearingMore);
    default:
      return said(prompts.over);
  }
}
