import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "src/protocol/types.ts", "public"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  { files: ["src/offline/worker.js"], languageOptions: { globals: { ...globals.serviceworker, __FILES__: "readonly" } } },
  { files: ["**/*.ts", "**/*.svelte"], rules: { "no-undef": "off" } }, // the compiler knows better
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  { rules: { "svelte/no-at-html-tags": "error", "svelte/no-navigation-without-resolve": "off" } },
);
