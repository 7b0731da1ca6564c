import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { boardKeys } from "./keys";

const Input = function Input() {} as unknown as new () => EventTarget;
const Button = function Button() {} as unknown as new () => EventTarget;

let sheet: object | null;
beforeEach(() => {
  sheet = null;
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLSelectElement", function Select() {});
  vi.stubGlobal("HTMLButtonElement", Button);
  vi.stubGlobal("document", { querySelector: () => sheet });
});
afterEach(() => vi.unstubAllGlobals());

function press(key: string, more: object = {}): { did: string[]; kept: boolean } {
  const did: string[] = [];
  const preventDefault = vi.fn();
  const keys = boardKeys((one) => (one === "t" || one === "enter" ? () => did.push(one) : undefined));
  keys({ key, repeat: false, ctrlKey: false, metaKey: false, altKey: false, target: null, preventDefault, ...more } as unknown as KeyboardEvent);
  return { did, kept: preventDefault.mock.calls.length > 0 };
}

it("does what a key does, in capitals or not, and keeps it from the browser", () => {
  expect(press("t")).toEqual({ did: ["t"], kept: true });
  expect(press("T")).toEqual({ did: ["t"], kept: true });
});

it("leaves a key without a use to the browser", () => {
  expect(press("x")).toEqual({ did: [], kept: false });
});

it("counts one press once, and none that belongs to the browser", () => {
  for (const more of [{ repeat: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(press("t", more)).toEqual({ did: [], kept: false });
  }
});

it("is still while somebody types or a sheet is open", () => {
  expect(press("t", { target: new Input() }).did).toEqual([]);
  sheet = {};
  expect(press("t").did).toEqual([]);
});

it("lets Enter press the button that has the focus", () => {
  expect(press("Enter", { target: new Button() }).did).toEqual([]);
  expect(press("Enter").did).toEqual(["enter"]);
});
