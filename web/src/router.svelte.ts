// Addresses: / · /t/CODE · /t/CODE/screen · /rules/GAME (#clause)

export type Route =
  | { page: "start" }
  | { page: "table"; code: string; screen: boolean }
  | { page: "rules"; game: string }
  | { page: "unknown" };

export function routeOf(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  const [first, second, third] = parts;
  if (first === undefined) return { page: "start" };
  if (first === "t" && second !== undefined && parts.length <= 3 && (third === undefined || third === "screen")) {
    return { page: "table", code: normalCode(second), screen: third === "screen" };
  }
  if (first === "rules" && second !== undefined && parts.length === 2) return { page: "rules", game: second };
  return { page: "unknown" };
}

/** The one form of a code: Crockford's base 32, as the server understands it. */
export function normalCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

export const CODE_LENGTH = 8;

class Router {
  route = $state<Route>({ page: "start" });

  listen(): void {
    this.route = routeOf(location.pathname);
    addEventListener("popstate", () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    if (path !== location.pathname + location.hash) history.pushState(null, "", path);
    this.route = routeOf(location.pathname);
  }
}

export const router = new Router();
