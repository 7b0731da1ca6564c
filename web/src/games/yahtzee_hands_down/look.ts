import type { GameLook } from "../../cards/faces";

export const look: GameLook = {
  box: { fill: "#C8321F", dark: "#7E1A0E", text: "#FFF6E3" },
  back: { fill: "#B3271B", hand: "#FFE7B3" },
  felt: { light: "#CFE6EA", dark: "#10475A" },
  speed: 3,
  short: "Swap cards, call first.",
  tells: true,
};
