// The texts of this board.
import { listed } from "../../texts";

/** A name inside a sentence keeps its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

const cards = (n: number): string => (n === 1 ? "1 card" : `${n} cards`);
const COUNTS = ["No", "One", "Two", "Three", "Four"];
const many = (n: number, number: number): string => `${COUNTS[n] ?? n} ${number}s`;
/** "That makes a pair of 7s." */
const makes = (pair: number | null): string => (pair === null ? "" : ` That makes a pair of ${pair}s.`);

export const words = {
  slap: "Slap your pad",
  slapKey: "slap",
  rim: "Touch the rim of your pad",
  rimKey: "touch the rim",
  fake: "Fake",
  fakeWhy: "bluff",
  pass: "Pass",
  passWhy: "end turn",
  shout: "Hands Down!",
  draw: (n: number) => (n === 1 ? "Draw a card" : `Draw ${n} cards`),
  drawPile: "Drawpile:",
  left: (n: number) => `${n} left`,
  from: (name: string) => `from ${name}`,
  to: "to",
  takeOne: "take one",
  chooseOne: "The drawpile is empty: take a card from whom?",
  chooseTwo: "The drawpile is empty: take two cards from whom?",
  chooseSecond: (name: string) => `One from ${name}. And the other?`,
  startOver: "start over",
  backs: "The cards that are held out to you",
  pickBack: (n: number) => `Pick card ${n}`,
  pickOne: (name: string) => `${name} holds out the cards: pick one.`,

  // what is asked of you
  yourTurn: "Your turn.",
  pairNow: (count: number, number: number) => `${many(count, number)}: slap for a pair, fake, or pass.`,
  severalPairs: (number: number, others: readonly number[]) =>
    `A slap is for your ${number}s (tap a ${listed(others.map(String))} for those). Or fake, or pass.`,
  noPair: "No pair, so no slap: fake or pass.",
  onlyPass: "Too few cards: you can only pass.",
  handUp: "Your hand is up …",
  whoIsLast: (number: number | null) => (number === null ? "Who is last?" : `You slapped for your ${number}s. Who is last?`),
  afterFake: "Whoever touches a pad now pays you a card.",
  keepOff: (name: string) => `${name}’s turn: hands off until ${name} slaps.`,
  handIsUp: (name: string) => `${name}’s hand is up: slap or fake? It counts once it is down.`,
  raceIsOn: (name: string) => `${name} has slapped. The last hand pays a card.`,
  youAreDown: "Your hand is down. The last one pays a card.",
  wasFake: (name: string) => `${name} only faked: whoever touches a pad now pays a card.`,
  sitOut: "No cards: you sit this one out.",
  watching: (name: string) => `${name} is on turn.`,
  watchingRace: (name: string) => `${name} has slapped. Who is last?`,
  timeToAct: "Time until it goes on by itself",

  // what has just happened to you
  card: (name: string | null) => (name === null ? "a card" : name === "J" ? "the Joker" : name === "8" ? "an 8" : `a ${name}`),
  your: (name: string | null) => (name === null ? "a card" : name === "J" ? "your Joker" : `your ${name}`),
  /** `why` says what cost the card; a card that is only taken needs no reason */
  took: (why: string, name: string, lost: readonly string[], broken: boolean) =>
    `${why}${why === "" ? "" : ": "}${name} takes ${listed(lost)}${broken ? ", half of a pair" : ""}.`,
  youWereLast: "Your hand was last",
  noHand: "No hand from you",
  youDrew: (drawn: readonly string[], pair: number | null) => `You drew ${listed(drawn)}.${makes(pair)}`,
  youTook: (taken: readonly string[], name: string, pair: number | null) => `You take ${listed(taken)} from ${name}.${makes(pair)}`,
  jammed: "The last two hands came together and the paddles jam: nobody pays, and the pair stays in hand.",
  youHadNoPair: "You slapped without a pair: your turn is over.",
  youTouched: "You only touched the rim: your turn is over. The middle is a full slap.",
  hadNoPair: (name: string) => `${name} slapped without a pair: that turn is over, and nobody pays.`,
  touched: (name: string) => `${name} only touched the rim: that turn is over.`,
  timeWasUp: "Time was up, so you passed.",

  // marks at a hand
  itWasFake: "Fake!",
  last: "last",
  lastBy: (gap: string) => `last by ${gap}`,
  tooSoon: "too soon",
  fell: "fell for it",
  foul: "foul",

  pairs: (n: number) => (n === 1 ? "pair" : "pairs"),
  pairsOf: (name: string, numbers: readonly number[]) =>
    numbers.length === 0 ? `${name}: no pair yet` : `${name}: pairs of ${numbers.join(", ")}`,
  yours: "Your pairs",
  you: "You",
  cards,
  hand: "Your cards",
  stack: (names: readonly string[]) => (names.length === 0 ? "No paddle is down." : `Paddles from below: ${names.join(", ")}.`),
  joker: "Joker",
  ofPair: (card: string) => `${card}, one of a pair`,
  chosen: (card: string) => `${card}, slap for this`,
  points: "points",

  // the coach: bold is what to look at
  coach: {
    last: (name: string, number: number) => `${name} slapped for **a pair of ${number}s.** The last hand pays a card.`,
    noHand: (name: string, number: number) => `${name} slapped for **a pair of ${number}s,** and then every hand has to come down.`,
    stillUp: "**A hand in the air is no slap yet.** It counts once it lies on its pad, and it may be a fake.",
    fake: "**That hand never touched its pad: a fake.** Whoever answers it pays a card.",
    idle: "**No hand was on its way.** Until somebody slaps, every touch of your pad costs a card.",
    noPair: "You held **no two cards alike,** and a slap needs a pair. Without one you fake or pass.",
    touched: "**The rim is only a touch,** and on your own turn that ends it. The middle is the slap.",
    briefly: { last: "your hand was last", noHand: "no hand from you" },
  },

  // the end of a game
  ending: {
    tieBreak: (points: number, high: number, low: number) => `${points} points each: the numbers on the pairs decide, ${high} to ${low}`,
    joker: (whose: string) => `The Joker decided it: two points for ${whose}`,
    ahead: (points: number, name: string) => `${points === 1 ? "1 point" : `${points} points`} ahead of ${name}`,
    behind: (points: number) => `${points === 1 ? "1 point" : `${points} points`} behind`,
    shared: (points: number) => `${points} points each, and nothing between you`,
    you: "you",
  },
};
