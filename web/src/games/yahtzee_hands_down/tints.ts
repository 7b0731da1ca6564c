/** The ground of a dice card, by its colour. */
export const TINTS: Record<string, string> = { red: "#FBD5CE", yellow: "#FFEFC2", blue: "#D5E0F8" };
