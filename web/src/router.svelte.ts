// Addresses: / · /howto · /settings · /t/CODE · /t/CODE/screen · /rules · /rules/GAME (#clause) · /learn/GAME · /cards/GAME · /try/GAME/EXAMPLE ·
// /r · /r/CODE (#race=3) · /r/CODE/GAME · /library · /daily · /daily/GAME · /reflexes · /take (#code)

export type Route =
  | { page: "start" }
  | { page: "howto" }
  | { page: "settings" }
  | { page: "reflexes" | "take" }
  | { page: "daily"; game: string | null }
  | { page: "table"; code: string; screen: boolean }
  | { page: "rules"; game: string | null }
  | { page: "learn" | "cards"; game: string }
  | { page: "try"; game: string; example: string }
  | { page: "replay"; code: string; game: number }
  | { page: "library" }
  | { page: "unknown" };

export function routeOf(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "").map(decodeURIComponent);
  const [first, second, third] = parts;
  if (first === undefined) return { page: "start" };
  if ((first === "settings" || first === "howto" || first === "library") && parts.length === 1) return { page: first };
  if ((first === "reflexes" || first === "take") && parts.length === 1) return { page: first };
  if (first === "daily" && parts.length <= 2) return { page: "daily", game: second ?? null };
  if (first === "t" && second !== undefined && parts.length <= 3 && (third === undefined || third === "screen")) {
    return { page: "table", code: normalCode(second), screen: third === "screen" };
  }
  if (first === "rules" && parts.length <= 2) return { page: "rules", game: second ?? null };
  if ((first === "learn" || first === "cards") && second !== undefined && parts.length === 2) return { page: first, game: second };
  if (first === "try" && second !== undefined && third !== undefined && parts.length === 3) return { page: "try", game: second, example: third };
  if (first === "r" && parts.length <= 3 && (third === undefined || /^[1-9]\d{0,5}$/.test(third))) {
    return { page: "replay", code: normalCode(second ?? ""), game: Number(third ?? 0) };
  }
  return { page: "unknown" };
}

/** The one form of a code: Crockford's base 32, as the server understands it. */
export function normalCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
}

export const CODE_LENGTH = 8;

class Router {
  route = $state<Route>({ page: "start" });
  /** how often somebody went on within this page: there is a way back */
  went = 0;

  listen(): void {
    this.route = routeOf(location.pathname);
    addEventListener("popstate", () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    if (path !== location.pathname + location.hash) {
      history.pushState(null, "", path);
      this.went++;
    }
    this.route = routeOf(location.pathname);
  }

  /** For links within the house; those that shall open elsewhere do. */
  readonly follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go(event.currentTarget.getAttribute("href") ?? "/");
  };
}

export const router = new Router();
