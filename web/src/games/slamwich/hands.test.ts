import { describe, expect, it } from "vitest";
import type { Race, SeatTime, Told } from "../../protocol/types";
import { plainTime } from "../../table/races";
import { heapOf } from "./hands";

const time = (seat: number, ms: number | null): SeatTime => plainTime(seat, ms === null ? null : ms * 1000);
const shown = (times: SeatTime[], told: Told[] = []) =>
  ({ race: { m: "race", n: 1, goal: "first wins", outcome: "won", seats: [2], drawn: [], times } as Race, told, key: 1, late: null });

describe("the hands on a pile", () => {
  const four = shown([time(0, 554), time(1, 412), time(2, 398), time(3, null)]);

  it("lie in the order in which they came down; who had none has none", () => {
    expect(heapOf(four, [0], false)?.seats).toEqual([2, 1, 0]);
  });

  it("have the gap written at the second one and at the own one", () => {
    expect([...(heapOf(four, [0], false)?.notes ?? [])]).toEqual([[1, "+14 ms"], [0, "+156 ms"]]);
    expect([...(heapOf(four, [3], false)?.notes ?? [])]).toEqual([[1, "+14 ms"]]);
  });

  it("have something written at each of them on a screen for all", () => {
    expect([...(heapOf(four, [], true)?.notes.keys() ?? [])]).toEqual([2, 1, 0]);
  });

  it("are hands: a shout has a time in the race, and no glove", () => {
    const thief = [time(1, 300), time(2, 314)];
    expect(heapOf(shown(thief, [{ what: "hold", seat: 1 }, { what: "shout", seat: 2 }]), [0], false)?.seats).toEqual([1]);
    expect(heapOf(shown(thief, [{ what: "shout", seat: 1 }, { what: "win", seat: 1, clause: "SW-18" }]), [0], false)?.seats).toEqual([1, 2]);
  });

  it("are none for nobody, and for a slip that is shown by itself", () => {
    expect(heapOf(shown([time(0, null)]), [0], false)).toBeNull();
    expect(heapOf(shown([time(0, 300)], [{ what: "slip", seat: 0, number: 1 }]), [0], false)).toBeNull();
  });
});
