import { expect, it } from "vitest";
import { HandClock } from "./hand_clock";
import { Timeline } from "./timeline";

function running(): { clock: HandClock; shown: number[]; line: Timeline<{ at: number }> } {
  const clock = new HandClock();
  const shown: number[] = [];
  return { clock, shown, line: new Timeline(clock, (moment) => shown.push(moment.at)) };
}

it("shows the first moment now and the others at their distances", () => {
  const { clock, shown, line } = running();
  let done = false;
  line.start([{ at: 700 }, { at: 900 }, { at: 900 }, { at: 1500 }], () => (done = true));
  expect(shown).toEqual([700]);
  clock.pass(199);
  expect(shown).toEqual([700]);
  clock.pass(1);
  expect(shown).toEqual([700, 900, 900]);
  expect(done).toBe(false);
  clock.pass(600);
  expect(shown).toEqual([700, 900, 900, 1500]);
  expect(done).toBe(true);
});

it("is done at once with nothing to show", () => {
  const { line } = running();
  let done = false;
  line.start([], () => (done = true));
  expect(done).toBe(true);
});

it("goes on with what it has not shown, by the clock that runs already", () => {
  const { clock, shown, line } = running();
  line.start([{ at: 0 }, { at: 1000 }, { at: 2000 }], () => undefined);
  clock.pass(1300);
  line.stop();
  clock.pass(300);
  line.goOn([{ at: 0 }, { at: 1000 }, { at: 1301 }, { at: 2600 }], () => undefined);
  expect(shown).toEqual([0, 1000, 1301]);
  clock.pass(1000);
  expect(shown).toEqual([0, 1000, 1301, 2600]);
});
