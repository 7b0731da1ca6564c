// The texts of this board.
import { shortName } from "../../names";

const cards = (n: number): string => (n === 1 ? "1 card" : `${n} cards`);
const HOW_MANY = ["no", "one", "two", "three", "four", "five"];
const howMany = (n: number): string => HOW_MANY[n] ?? String(n);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const STRAIGHT = "a straight is all one colour";

/** A name within a sentence: not too long, and read from its own side. */
export const inSentence = (name: string): string => `\u2068${shortName(name)}\u2069`;

export const words = {
  offer: "On offer",
  you: "You",
  youToo: "you",
  points: "points",
  pointsAndChance: (n: number) => (n === 1 ? "points + 1 Chance" : `points + ${n} Chance`),
  combos: {
    "3K": "3 of a kind", SS: "Small straight", FH: "Full house", "4K": "4 of a kind", LS: "Large straight", YZ: "Yahtzee",
  } as Record<string, string>,
  aCombo: {
    "3K": "3 of a kind", SS: "a small straight", FH: "a full house", "4K": "4 of a kind", LS: "a large straight", YZ: "a Yahtzee",
  } as Record<string, string>,
  oneColour: {
    "3K": "3 of a kind is all one colour", SS: STRAIGHT, FH: "the three must match in colour, and so must the two",
    "4K": "4 of a kind is all one colour", LS: STRAIGHT, YZ: "a Yahtzee is all one colour",
  } as Record<string, string>,

  /** the same after a number of colours: "in two colours: a straight needs one colour" */
  needsOne: {
    "3K": "3 of a kind needs one colour", SS: "a straight needs one colour", FH: "the three need one colour, so do the two",
    "4K": "4 of a kind needs one colour", LS: "a straight needs one colour", YZ: "a Yahtzee needs one colour",
  } as Record<string, string>,

  // what a hand is
  /** "two red 3s", "red 2-3-4" */
  group: (colour: string, numbers: readonly number[]) => {
    const [first] = numbers;
    if (numbers.length > 1 && numbers.some((one) => one !== first)) return `${colour} ${numbers.join("-")}`;
    return numbers.length === 1 ? `a ${colour} ${first}` : `${howMany(numbers.length)} ${colour} ${first}s`;
  },
  made: (held: string, combo: string) => `${capital(held)}: ${combo.toLowerCase().replace("yahtzee", "Yahtzee")}.`,
  short: (held: string, missing: number, combo: string) => `${capital(held)}: ${howMany(missing)} more ${missing === 1 ? "makes" : "make"} ${combo}.`,
  mixed: (numbers: string, colours: number, rule: string) => `${numbers} in ${howMany(colours)} colours: ${rule}.`,
  mixedShapes: (numbers: string, shapes: readonly string[], rule: string) => `${numbers} is ${shapes.join(", ")}: ${rule}.`,
  anyColour: "any colour",
  gone: (held: string, combo: string) => `${capital(held)}, but ${combo} is not on offer.`,
  nearest: (held: string, missing: number, combo: string) => `${capital(held)}: ${howMany(missing)} short of ${combo}.`,

  foul: "Foul",
  foulOf: (name: string, mine: boolean, why: string) => `${mine ? "Your" : `${name}'s`} foul. ${why}`,
  wonBy: (names: string) => `won by ${names}`,
  wonByWhom: "won by",
  notInPlay: "not in play",
  times: (n: number) => `×${n}`,
  chancePile: (n: number) => `Chance ${n}`,
  chancesWait: (n: number) => `${n === 1 ? "1 Chance card" : `${n} Chance cards`}: counted at the end`,
  chances: (n: number) => (n === 1 ? "1 Chance card" : `${n} Chance cards`),
  down: "down",
  starts: "begins this round",
  draw: (n: number) => `Draw pile, ${cards(n)}`,
  discard: (n: number) => `Discards, ${cards(n)}`,
  out: "out",
  swap: (n: number) => `Swap ${n}`,
  keep: "Keep all",
  cardLabel: (card: string, out: boolean) => (out ? `${card}, to be swapped` : card),
  hand: "Your hand",
  handOf: (name: string, n: number) => `${name} holds ${cards(n)}`,
  call: "Hands Down!",
  callHint: "any time, even out of turn",
  target: "Secret target",
  targetNone: "No target",
  targetNoneMore: "your best combo counts",
  targetMore: "your hand counts as this",
  targetLabel: (name: string, points: number) => `${name}, ${points} points. Make it your secret target: your hand counts as this one`,

  // what goes on
  why: "Why?",
  yourTurn: "Your turn",
  yourTurnMore: "Press what you throw away, or keep all.",
  turn: (name: string) => `${name}'s turn`,
  youAreDown: "Your hand is down",
  youAreDownMore: "The next call ends the round.",
  youAreDownAs: (name: string) => `Laid as ${name}. The next call ends the round.`,
  isDownNow: (name: string) => `${name} is down.`,
  answer: (name: string) => `${name} is down: the next call ends the round.`,
  left: (name: string, n: number) => `${name} is down: ${n === 1 ? "1 exchange" : `${n} exchanges`} left to answer.`,
  leftForYou: (n: number) => `${n === 1 ? "1 exchange is" : `${n} exchanges are`} left to answer.`,
  lastCall: "Last call!",
  lastCallMore: (name: string) => `${name} is down alone. Answer now or never.`,
  lastCallBrief: "Answer now or never.",
  barred: "After your foul: exchange first, then call.",
  barredBrief: "Exchange before you call.",
  next: (n: number) => `Next: round ${n}`,

  // hands turned up
  duel: "Turned up",
  winsRound: "wins the round",
  worth: (points: number) => `${points} points`,
  morePoints: (high: number, low: number) => `${high} points beat ${low}.`,
  byNumbers: (high: number, low: number) => `Higher numbers: ${high} against ${low}.`,
  byTime: "Equal hands: the earlier call wins.",
  alone: "Nobody answered the call.",
  chance: "+ Chance card",
  chanceOf: (points: number) => `+ Chance ${points}`,
  laid: (name: string, open: boolean) => (open ? `${name}'s hand, turned up` : `${name}'s hand, face down`),

  // the end
  count: "The points are counted",
  countChances: "The Chance cards are turned up",
  comboPoints: (n: number) => `${n} from Combo cards`,
  chancePoints: (n: number) => `Chance card, ${n} points`,
  total: (n: number) => `${n} in all`,
  ending: {
    combos: (points: number) => `${points} points on Combo cards`,
    both: (combos: number, chance: number) => `${combos} points on Combo cards and ${chance} on Chance cards`,
    /** `whose`: nobody's name for the own ones */
    turned: (whose: string, points: number) => `${whose === "" ? "Your" : `${whose}'s`} Chance cards turned it: ${points} points on them`,
    behind: (points: number, name: string) => `${points} points behind ${name}`,
  },

  // after a loss, to newcomers
  coach: {
    points: (won: string, high: number, lost: string, low: number) => `**${won}** beats **${lost}**: ${high} points against ${low}.`,
    numbers: (combo: string, high: number, low: number) => `Twice **${combo}**: the higher numbers win, ${high} against ${low}.`,
    earlier: (combo: string) => `Twice **${combo}** with the same numbers: the earlier call wins.`,
    noAnswer: "Nobody answered this call. **Any hand that fits** brings at least a Chance card.",
  },
};
