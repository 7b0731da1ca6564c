/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offlineWorker } from "./offline-worker";

// Where `make dev` runs the server.
const server = process.env.SLAMDECK_SERVER ?? "http://127.0.0.1:8484";

// The built client is package data of slamdeck: a wheel serves the whole game.
export default defineConfig({
  plugins: [svelte(), offlineWorker()],
  base: "/",
  build: {
    outDir: "../src/slamdeck/web",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    include: ["src/**/*.test.ts"],
    environment: "node",
  },
});
