import type { GameLook } from "../../cards/faces";

export const look: GameLook = {
  box: { fill: "#F3B6CF", dark: "#B5658A", text: "#241821" },
  back: { fill: "#34303F", hand: "#F9C22E" },
  felt: { light: "#EBDDC3", dark: "#2F2A3B" },
  speed: 1,
  short: "Nine secrets, low wins.",
};
