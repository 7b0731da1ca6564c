import { describe, expect, it } from "vitest";
import { placeFor, type Box, type Form } from "./room";

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
const NEEDS: Record<Form, number> = { full: 160, row: 80, line: 46 };
const needs = (form: Form): number => NEEDS[form];
const meets = (place: { left: number; top: number; width: number }, form: Form, other: Box): boolean =>
  place.left < other.right && place.left + place.width > other.left && place.top < other.bottom && place.top + NEEDS[form] > other.top;

describe("a phone", () => {
  const board = box(0, 0, 390, 788);
  const zone = box(12, 370, 378, 776);

  it("has room below the tags", () => {
    const place = placeFor(board, box(0, 0, 390, 230), [box(10, 0, 110, 34), box(150, 0, 250, 34)], [box(100, 240, 300, 360), zone], needs);
    expect(place).toMatchObject({ form: "full", top: 40 });
  });

  it("takes a row where there is less, and covers the tags before it covers the pile", () => {
    expect(placeFor(board, box(0, 0, 390, 140), [box(10, 100, 110, 130)], [box(100, 150, 300, 360), zone], needs)).toMatchObject({ form: "row", top: 6 });
    expect(placeFor(board, box(0, 0, 390, 100), [box(10, 60, 110, 90)], [box(100, 106, 300, 360), zone], needs)).toMatchObject({ form: "row" });
    expect(placeFor(board, box(0, 0, 390, 60), [box(10, 10, 110, 50)], [box(0, 62, 390, 360), zone], needs)).toMatchObject({ form: "line" });
  });

  it("says nothing rather than lie on the cards", () => {
    expect(placeFor(board, box(0, 0, 390, 40), [], [box(0, 30, 390, 360), zone], needs)).toBeNull();
  });
});

it("stays beside a zone at the side, and off every card", () => {
  const board = box(0, 0, 780, 390);
  const solid = [box(480, 8, 772, 382), box(180, 70, 330, 255), box(10, 60, 150, 380)];
  const place = placeFor(board, box(0, 0, 470, 60), [], solid, needs);
  expect(solid.map((other) => place === null || meets(place, place.form, other))).toEqual([false, false, false]);
});

it("finds a corner of a wide table", () => {
  const board = box(0, 0, 1000, 700);
  const pile = box(350, 60, 650, 500);
  const place = placeFor(board, board, [], [pile, box(0, 520, 1000, 700)], needs);
  expect(place).toMatchObject({ form: "full", left: 6, width: 340 });
});
