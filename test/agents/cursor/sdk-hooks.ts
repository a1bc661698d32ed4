/**
 * The module of `@cursor/sdk` that checks `hooks.json`, applies matchers, and checks every answer of a hook, taken out of the installed
 * package and run as it is. The package is not a dependency: `npm i --prefix <folder> @cursor/sdk@1.0.32`, then
 * `SYMPOSIUM_CURSOR_SDK=<folder>`; `.ci/run` does both.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export interface CursorHooks {
  readonly steps: Readonly<Record<string, string>>;
  readonly checkFile: (config: unknown) => { readonly isValid: boolean; readonly errors: readonly string[] };
  readonly checkAnswer: (step: string, answer: unknown) => { readonly success: boolean };
  /** Of these entries, those that run for what `subjectOf` gives. */
  readonly selected: (entries: readonly object[], subject: string | undefined) => readonly object[];
  readonly subjectOf: (step: string, payload: object) => string | undefined;
  /** What a block by exit code 2 turns into. */
  readonly blockAt: (step: string, reason: string) => Readonly<Record<string, unknown>> | undefined;
  /** The longest run of refused stops, and the seconds a hook has, where the entry says nothing. */
  readonly mostStops: number;
  readonly seconds: number;
}

/** What this version of the bundle calls them. */
const NAMES = {
  steps: "_E",
  checkFile: "RV",
  checkAnswer: "jO",
  selected: "Qk",
  subjectOf: "bi",
  blockAt: "FS",
  mostStops: "aX",
  seconds: "yB",
};

export const VERSION = "1.0.32";
const folder = process.env["SYMPOSIUM_CURSOR_SDK"];
const sdk = folder === undefined ? undefined : join(folder, "node_modules", "@cursor", "sdk");
/** `undefined` where the package is not installed. */
export const cursorHooks = sdk === undefined ? undefined : await hooksModule(sdk);

/** Runs the one module of the bundle that knows hooks; it needs no other. */
async function hooksModule(root: string): Promise<CursorHooks> {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  if (version !== VERSION) throw new Error(`@cursor/sdk ${version} is not ${VERSION}, whose names this test knows`);
  const chunks = join(root, "dist", "esm");
  const module = "../hooks/dist/index.js";
  const chunk = readdirSync(chunks).find(
    (file) => file.endsWith(".js") && readFileSync(join(chunks, file), "utf8").includes(`"${module}"(`),
  );
  if (chunk === undefined) throw new Error("the package has no module for hooks");
  const { __webpack_esm_modules__: modules } = (await import(pathToFileURL(join(chunks, chunk)).href)) as {
    readonly __webpack_esm_modules__: Readonly<Record<string, (module: object, exports: object, require: object) => void>>;
  };
  const exports: Record<string, unknown> = {};
  const define = (target: object, getters: Readonly<Record<string, () => unknown>>) => {
    for (const [key, get] of Object.entries(getters)) Object.defineProperty(target, key, { get });
  };
  modules[module]?.({}, exports, { d: define });
  return Object.fromEntries(Object.entries(NAMES).map(([name, own]) => [name, exports[own]])) as unknown as CursorHooks;
}
