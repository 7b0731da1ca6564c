// A captured game, for the tests of this folder: what seat 0 was sent.

import catalogue from "../../../fixtures/catalogue.json";
import captured from "../../../fixtures/hit_the_deck.json";
import type { GameShown, ServerMessage } from "../../protocol/types";

export const updates = (captured as ServerMessage[]).filter((m) => m.m === "stim");
export const game = (catalogue as unknown as GameShown[]).find((one) => one.slug === "hit_the_deck") as GameShown;
