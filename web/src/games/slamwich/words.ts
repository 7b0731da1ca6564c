// The texts of this board.

const cards = (n: number): string => (n === 1 ? "1 card" : `${n} cards`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** Tomato – bacon – egg */
const row = (names: readonly string[]): string => `**${capital(names.join(" – "))}**`;
const span = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
/** A name inside a sentence keeps its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
/** Who does it, by name; empty for the player who reads it. */
type Who = string;
const does = (who: Who, they: string, you: string): string => (who === "" ? `You ${you}` : `${who} ${they}`);

export const words = {
  slap: "SLAP",
  shout: "Stop thief!",
  both: "both: hand and shout",
  bothShort: "both",
  yourTurn: "Your toss",
  asked: "Your turn: toss your top card.",
  pile: (n: number) => `Pile ${n}`,
  empty: "New pile",
  tossed: (who: Who) => does(who, "tossed", "tossed"),
  opens: (who: Who) => does(who, "opens the pile", "open the pile"),
  munches: (who: Who) => (who === "" ? "Your muncher" : `${who}'s muncher`),
  answers: (who: Who, n: number) => `${does(who, "has", "have")} ${n === 0 ? "no card" : cards(n)} left to stop it`,
  shouts: (who: Who) => does(who, "shouts: Stop thief!", "shout: Stop thief!"),
  holds: (who: Who) => does(who, "slapped, but did not shout", "slapped: now shout"),
  holdsFor: (mine: boolean) => (mine ? "Shout first, and the pile is yours." : "A shout can win the pile."),
  takes: (who: Who, n: number) => `${does(who, "takes", "take")} ${cards(n)}`,
  eats: (who: Who, n: number) => (who === "" ? `Your muncher ate ${cards(n)}` : `${who}'s muncher ate ${cards(n)}`),
  wasted: "Nobody shouted: the thief got away.",
  out: "out",
  gain: (n: number) => (n > 0 ? `+${n}` : `−${-n}`),
  youToss: (n: number) => `Toss. You have ${cards(n)}`,

  coach: {
    two: (card: string) => `${row([card, card])}: two of the same, a Double Decker.`,
    three: (card: string, other: string) => `${row([card, other, card])}: same, other, same. That is a Slamwich.`,
    thief: "**A thief**: slap it and shout “Stop thief!”. Who does both first takes the pile.",
    noShout: "**You slapped the thief**, but did not shout: then the first shout takes the pile.",
    slip: (names: readonly string[]) => `${row(names)}: no match. Slap two of the same; same, other, same; or a thief.`,
    covered: (names: readonly string[]) => `${row(names)}: no match. What a card has covered does not count any more.`,
    nothing: "**No card** lay there to be slapped.",
    briefly: { noMatch: "no match", noShout: "no shout" },
  },

  ending: {
    all: (n: number, ms: number) => `All ${n} cards in ${span(ms)}`,
    own: (n: number, ms: number) => `${cards(n)} after ${span(ms)}`,
    most: (name: string, n: number) => `${name} has ${cards(n)}`,
    behind: (n: number, name: string) => `${cards(n)} behind ${name}`,
  },
};
