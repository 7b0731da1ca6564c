// What there is to learn in a game without races: what a Steal took, and what an unused turn costs.

import type { Moment, Note } from "../../coach/coach";
import { cardWords } from "../../table/words";
import { cardsIn, fact } from "../../table/zones";
import { ownerAndSlot } from "./grid";
import { words } from "./words";

export function coach(moment: Moment): Note | null {
  return stolen(moment) ?? late(moment);
}

/** A card of mine and a card of theirs have changed places in somebody else's turn. Both lie open now. */
function stolen({ game, before, view, told, me, names }: Moment): Note | null {
  if (fact(before, "turn", -1) === me) return null;
  for (const one of told) {
    if (one.what !== "swap" || !one.source || !one.target) continue;
    const zones = [one.source, one.target];
    const mine = zones.find((zone) => ownerAndSlot(zone)?.owner === me);
    const theirs = zones.find((zone) => zone !== mine);
    const thief = theirs === undefined ? undefined : ownerAndSlot(theirs)?.owner;
    if (mine === undefined || theirs === undefined || thief === undefined || thief === me) continue;
    const [gone, got] = [cardsIn(view, theirs)[0], cardsIn(view, mine)[0]];
    if (gone == null || got == null) continue;
    const text = words.coach.stolen(names[thief] ?? "", cardWords(game, gone), cardWords(game, got));
    return { about: "steal", text, clause: "LD-36", cards: [gone, got] };
  }
  return null;
}

function late({ told, me }: Moment): Note | null {
  const idle = told.find((one) => one.what === "idle" && one.seat === me);
  return idle === undefined ? null : { about: "idle", text: words.coach.late, clause: idle.clause ?? "", cards: [] };
}
