// Names of people. Who has not said one gets a name that is short, kind, for everybody, and none that a bot or a card has.

const FRIENDLY = [
  "Acorn", "Alpaca", "Badger", "Bamboo", "Biscuit", "Bumblebee", "Caramel", "Cinnamon", "Clover", "Comet", "Cookie",
  "Cricket", "Dandelion", "Dolphin", "Falcon", "Fern", "Firefly", "Fox", "Gecko", "Hazelnut", "Hedgehog", "Heron",
  "Iguana", "Juniper", "Kiwi", "Koala", "Lantern", "Lynx", "Mango", "Maple", "Marble", "Meadow", "Meteor", "Muffin",
  "Nutmeg", "Otter", "Owl", "Panda", "Papaya", "Parrot", "Pebble", "Penguin", "Pretzel", "Puffin", "Quokka", "Raccoon",
  "Rocket", "Saffron", "Seahorse", "Sparrow", "Squirrel", "Starfish", "Sunbeam", "Tapir", "Toucan", "Turtle", "Waffle",
  "Wombat", "Yak", "Zebra",
] as const;

/** As the server counts: what a reader takes for one letter. */
const MOST_LETTERS = 20;
/** Tags shorten names by the room they have; a sentence that wraps has no such measure. */
const ORDINARY_LETTERS = 14;

/** Two names that look the same by name. */
export const sameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const isFree = (name: string, taken: readonly string[]): boolean => !taken.some((other) => sameName(name, other));

/** A name that nobody at the table has; `dice` is a number from 0 to 1. */
export function friendlyName(taken: readonly string[] = [], dice: () => number = Math.random): string {
  const free = FRIENDLY.filter((name) => isFree(name, taken));
  const drawn = (free.length > 0 ? free : FRIENDLY)[Math.floor(dice() * (free.length || FRIENDLY.length))] ?? FRIENDLY[0];
  return free.length > 0 ? drawn : freeLike(drawn, taken);
}

/** The nearest name to a taken one that is free: "Mia 2". Without what does not show, such as the joints of a family of
 *  emoji: the server takes it off, and then counts. */
export function freeLike(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number++) {
    const tail = ` ${number}`;
    const candidate = letters(name.replace(/\p{C}/gu, "")).slice(0, MOST_LETTERS - tail.length).join("").trim() + tail;
    if (isFree(candidate, taken)) return candidate;
  }
}

/** A name within a sentence: whole if it is of an ordinary length, else its beginning. */
export function shortName(name: string): string {
  const all = letters(name);
  return all.length <= ORDINARY_LETTERS ? name : `${all.slice(0, ORDINARY_LETTERS - 2).join("").trimEnd()}…`;
}

function letters(name: string): string[] {
  return [...new Intl.Segmenter().segment(name.trim())].map((one) => one.segment);
}
