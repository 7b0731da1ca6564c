import { expect, it } from "vitest";
import { normalCode, routeOf } from "./router.svelte";

it("knows its pages", () => {
  expect(routeOf("/")).toEqual({ page: "start" });
  expect(routeOf("/howto")).toEqual({ page: "howto" });
  expect(routeOf("/rules")).toEqual({ page: "rules", game: null });
  expect(routeOf("/settings")).toEqual({ page: "settings" });
  expect(routeOf("/t/k7q2m4xw")).toEqual({ page: "table", code: "K7Q2M4XW", screen: false });
  expect(routeOf("/t/K7Q2M4XW/screen")).toEqual({ page: "table", code: "K7Q2M4XW", screen: true });
  expect(routeOf("/rules/hands_down")).toEqual({ page: "rules", game: "hands_down" });
  expect(routeOf("/learn/hands_down")).toEqual({ page: "learn", game: "hands_down" });
});

it("says so when it knows nothing", () => {
  const unknown = ["/x", "/t", "/t/A/b", "/rules/a/b", "/learn", "/learn/a/b", "/t/A/screen/x", "/settings/x"];
  for (const path of unknown) expect(routeOf(path)).toEqual({ page: "unknown" });
});

it("reads a code as people write it", () => {
  expect(normalCode("k7q2-m4xw")).toBe("K7Q2M4XW");
  expect(normalCode(" ol1i 23ab")).toBe("011123AB");
});
