/**
 * Cursor's own code as the judge of our judge: the module of `@cursor/sdk` that checks `hooks.json` and every answer of a hook, taken
 * out of the installed package and run as it is. The package is not a dependency: `npm i --prefix <folder> @cursor/sdk@1.0.32`, then
 * `SYMPOSIUM_CURSOR_SDK=<folder>`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import { json } from "../../oracles/answers.ts";
import { entriesOf, OWN_FILES, SCOPES } from "../../support/registered-entries.ts";
import { oracle } from "./oracle.ts";

interface Hooks {
  readonly steps: Readonly<Record<string, string>>;
  readonly checkFile: (config: unknown) => { readonly isValid: boolean; readonly errors: readonly string[] };
  readonly checkAnswer: (step: string, answer: unknown) => { readonly success: boolean };
  /** What a block by exit code 2 turns into. */
  readonly blockAt: (step: string, reason: string) => Readonly<Record<string, unknown>> | undefined;
  /** The longest run of refused stops, and the seconds a hook has, where the entry says nothing. */
  readonly mostStops: number;
  readonly seconds: number;
}

/** What this version of the bundle calls them. */
const NAMES = { steps: "_E", checkFile: "RV", checkAnswer: "jO", blockAt: "FS", mostStops: "aX", seconds: "yB" };

const VERSION = "1.0.32";
const folder = process.env["SYMPOSIUM_CURSOR_SDK"];
const sdk = folder === undefined ? undefined : join(folder, "node_modules", "@cursor", "sdk");
const hooks = sdk === undefined ? undefined : await hooksModule(sdk);

describe.skipIf(hooks === undefined)(`RT-30 Cursor's code agrees (needs @cursor/sdk ${VERSION} in $SYMPOSIUM_CURSOR_SDK)`, () => {
  const cursor = hooks as Hooks;

  test("on the events", () => expect([...oracle.events].sort()).toEqual(Object.values(cursor.steps).sort()));

  test.each([
    ["a denial", { permission: "deny", user_message: "WHY", agent_message: "WHY" }],
    ["a rewrite with context", { updated_input: { command: "ls" }, additional_context: "CTX" }],
    ["a prompt held back", { continue: false, user_message: "WHY" }],
    ["a follow-up", { followup_message: "WHY" }],
    ["another agent's answer", { decision: "block", reason: "WHY", hookSpecificOutput: {} }],
    ["a permission it does not know", { permission: "no" }],
    ["null", { permission: null, additional_context: null, followup_message: null, continue: null }],
    ["a text where an object belongs", { updated_input: "ls" }],
    ["a list where a text belongs", { additional_context: ["CTX"], user_message: [], followup_message: [] }],
  ])("on which answers hold at the events we answer: %s", (_, answer) => {
    const own = oracle.events.filter((event) => oracle.means(event, {}) !== null);
    const theirs = own.filter((event) => cursor.checkAnswer(event, answer).success);
    const ours = own.filter((event) => oracle.read(event, {}, json(answer)).void === undefined);
    // The oracle is never more lenient: it knows the types of fields also where this code does not look at them.
    expect(theirs).toEqual(expect.arrayContaining(ours));
    expect(ours.includes("preToolUse")).toBe(theirs.includes("preToolUse"));
  });

  test("on what exit code 2 does", () => {
    const denied = oracle.events.filter((event) => {
      const left = cursor.blockAt(event, "WHY") ?? {};
      return left["permission"] === "deny" || (left["continue"] === false && event !== "sessionStart");
    });
    const exit2 = { stdout: "", stderr: "WHY", exitCode: 2 };
    expect(oracle.events.filter((event) => oracle.read(event, {}, exit2).blocked)).toEqual(denied);
  });

  test("RG-2 on the entries that are written", () => {
    const registration = OWN_FILES.find(({ agent }) => agent === "cursor") ?? expect.fail("no Cursor");
    for (const scope of SCOPES) {
      for (const os of ["linux", "windows"] as const) {
        const lists = Object.entries(entriesOf(registration, scope, os)).map(([event, entry]) => [event, [entry]]);
        const frame = registration.content.kind === "entries" ? registration.content.frame : {};
        expect(cursor.checkFile({ ...frame, hooks: Object.fromEntries(lists) as unknown })).toEqual({ isValid: true, errors: [] });
      }
    }
  });

  test("on an entry of this form, and not on others", () => {
    const own = oracle.events.filter((event) => oracle.means(event, {}) !== null);
    const entry = { command: "'/home/user/.symposium/bin/symposium-hook' cursor", timeout: 60, loop_limit: null };
    const of = (value: unknown, names = own) => ({ version: 1, hooks: Object.fromEntries(names.map((event) => [event, value])) });
    expect(cursor.checkFile(of([entry]))).toEqual({ isValid: true, errors: [] });
    const { version: _, ...unversioned } = of([entry]);
    const nested = { hooks: [{ type: "command", command: "x" }] };
    for (const config of [unversioned, of(entry), of([entry], ["PreToolUse"]), of([nested]), of([{ ...entry, timeout: "60" }])]) {
      expect(cursor.checkFile(config).isValid).toBe(false);
    }
  });

  test("on the limits that hold where an entry has none", () => {
    expect({ stops: cursor.mostStops, seconds: cursor.seconds }).toEqual({ stops: 5, seconds: 60 });
  });
});

/** Runs the one module of the bundle that knows hooks; it needs no other. */
async function hooksModule(root: string): Promise<Hooks> {
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
  return Object.fromEntries(Object.entries(NAMES).map(([name, own]) => [name, exports[own]])) as unknown as Hooks;
}
