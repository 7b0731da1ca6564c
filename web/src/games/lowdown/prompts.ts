// One line for what is asked of this seat now, and a second one for how.

import { shortName } from "../../names";
import type { View } from "../../protocol/types";
import { cardsIn, fact, sizeOf } from "../../table/zones";
import { gridOf, lineWith, nearLine, type Kinds } from "./grid";
import { acting, held, type Picked } from "./taps";
import { words } from "./words";

export interface Prompt {
  title: string;
  more: string;
}

const said = (title: string, more = ""): Prompt => ({ title, more });

/** Who asks, and what is known about the asking. */
export interface Asked {
  view: View;
  kinds: Kinds;
  seat: number;
  names: readonly string[];
  picked: Picked | null;
  keys: boolean;
}

export function promptFor(asked: Asked): Prompt {
  const { view, seat, names } = asked;
  if (acting(view, seat)) return own(asked);
  const who = shortName(names[fact(view, "turn", -1)] ?? "");
  if (seat < names.length && view.phase === "SETUP_FLIP") return said(words.prompts.waitSetup, words.prompts.aim);
  if (seat < names.length && view.phase === "CLEARING") return said(words.prompts.waitDone);
  return said(words.others[view.phase]?.(who) ?? "", seat < names.length && mayRead(view, seat) ? words.prompts.aim : "");
}

/** There is room for it while nobody holds a card. Whoever has cleared a line knows what it is about. */
function mayRead(view: View, seat: number): boolean {
  return view.phase === "CHOOSE" && gridOf(view, seat).every((slot) => slot.state !== "empty");
}

function own({ view, kinds, seat, picked, keys }: Asked): Prompt {
  const { prompts } = words;
  const completes = (card: string | null): string => {
    const line = lineWith(view, kinds, seat, card);
    return line === null ? "" : words.completes(words.lines[line] ?? line);
  };
  const nearly = (): string => {
    const near = nearLine(view, kinds, seat);
    return near === null ? "" : words.nearly(near.colour, words.lines[near.line] ?? near.line);
  };
  const whose = keys ? prompts.whoseKeys : prompts.whose;
  switch (view.phase) {
    case "SETUP_FLIP":
      return said(gridOf(view, seat).some((slot) => slot.state === "open") ? prompts.openOne : prompts.openTwo, prompts.aim);
    case "CHOOSE":
      return said(prompts.choose, completes(cardsIn(view, "discard").at(-1) ?? null) || nearly() || (sizeOf(view, "draw") > 0 ? prompts.chooseMore : prompts.chooseEmpty));
    case "HOLD_DRAWN":
      return said(words.youDrew, completes(held(view, seat)) || words.thenTap);
    case "HOLD_TAKEN":
      return said(words.youTook, completes(held(view, seat)) || words.tapSlot);
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
