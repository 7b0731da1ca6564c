import type { GameLook } from "../../cards/faces";

export const look: GameLook = {
  box: { fill: "#2B3F94", dark: "#182457", text: "#FFF6E3" },
  back: { fill: "#2B3A78", hand: "#F492BC" },
  felt: { light: "#D6DDF3", dark: "#1D2750" },
  speed: 4,
  short: "Pairs, fakes, fast hands.",
};
