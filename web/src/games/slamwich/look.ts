import type { GameLook } from "../../cards/faces";

export const look: GameLook = {
  box: { fill: "#1B6B4E", dark: "#0E4533", text: "#FFF6E3" },
  back: { fill: "#187A50", hand: "#F4E6C4" },
  felt: { light: "#D9E8C7", dark: "#17463B" },
  speed: 5,
  short: "Spot it, slap the pile.",
  shares: true,
  withHand: (won) => won.clause === "SW-18",
};
