import type { GameLook } from "../../cards/faces";

export const look: GameLook = {
  box: { fill: "#F9C22E", dark: "#B98200", text: "#241821" },
  back: { fill: "#8E2436", hand: "#F9C22E" },
  felt: { light: "#F6D9D2", dark: "#4C1A2B" },
  speed: 3,
  short: "Match, cut, flip, hit.",
};
