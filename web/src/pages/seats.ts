// What a seat's bot is, in the words of those who choose it.

/** The level in a bot's name: "quick" in "quick:careful". */
export function levelOf(bot: string): string {
  return bot.split(":")[0] ?? "";
}

/** The same bot on another level: it keeps its wits. */
export function atLevel(bot: string, level: string): string {
  return [level, ...bot.split(":").slice(1)].join(":");
}
