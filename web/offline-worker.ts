// A build step: the service worker, with the names of all built files.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function offlineWorker(): Plugin {
  return {
    name: "offline-worker",
    apply: "build",
    enforce: "post", // after chunks that held nothing but styles are gone
    generateBundle(_options, bundle) {
      const files = ["/icon.svg", "/manifest.webmanifest", ...Object.keys(bundle).filter((name) => name !== "index.html").map((name) => `/${name}`)].sort();
      const source = readFileSync(new URL("src/offline/worker.js", import.meta.url), "utf8");
      const version = createHash("sha256").update(files.join() + source).digest("hex").slice(0, 12);
      this.emitFile({
        type: "asset",
        fileName: "worker.js",
        source: source.replace("__FILES__", JSON.stringify(files)).replace("__VERSION__", version),
      });
    },
  };
}
