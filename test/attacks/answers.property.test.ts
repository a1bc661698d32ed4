/** Misspelt answers of a closed guard in our own formats: a changed letter, case, key, type or wrapper, another dialect, text beside it, at every event of every agent. */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentsUnderTest, onePerEvent, type PayloadFile } from "../conformance/agents.ts";
import type { AnyOracle } from "../oracles/oracle.ts";
import { createHome, type Home } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { times } from "../support/thoroughness.ts";

/** Where something can be prevented. A stop is not: nothing would ever end it. */
const PREVENTING = ["PreToolUse", "PermissionRequest", "UserPromptSubmit"];

interface Cell {
  readonly oracle: AnyOracle;
  readonly file: PayloadFile;
  readonly neutral: string;
}

const CELLS: readonly Cell[] = (await agentsUnderTest()).flatMap(({ oracle, payloads }) =>
  onePerEvent(payloads)
    .map((file) => ({ oracle, file, neutral: oracle.means(file.event, file.payload) ?? "" }))
    .filter(({ neutral, file }) => PREVENTING.includes(neutral) && oracle.obeys(file.event, file.payload).block),
);

const FORMATS = ["symposium", "interchange"] as const;
type Format = (typeof FORMATS)[number];

/** A plugin for each format and fail mode, so that no two hooks of one share a call. */
const PLUGINS = FORMATS.flatMap((format) => (["open", "closed"] as const).map((mode) => ({ name: `${format}-${mode}`, format, mode })));

let homes: ReadonlyMap<string, Home>;
beforeAll(async () => {
  const made = PLUGINS.map(async ({ name, format, mode }) => {
    const hooks = PREVENTING.map((event) => hook(`at-${event}`, event, `format = "${format}"\non-failure = "${mode}"`, "guard"));
    return [name, await createHome(plugin(name, hooks.join(""), { "guard.sh": "" }))] as const;
  });
  homes = new Map(await Promise.all(made));
});
afterAll(async () => {
  for (const home of homes?.values() ?? []) await home[Symbol.asyncDispose]();
});

/** What becomes of the call when the guard prints this. */
async function judged({ oracle, file }: Cell, name: string, stdout: string) {
  const answer = await homes
    .get(name)!
    .call(oracle.agent, file.event, file.payload, {
      services: { runHandler: async () => ({ kind: "exited", code: 0, stdout, stderr: "", ms: 1 }) },
    });
  return oracle.read(file.event, file.payload, answer);
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_- 0"];

/** One or two letters added, removed, changed or swapped. */
const misspelling = fc
  .array(fc.tuple(fc.nat(), fc.constantFrom("add", "remove", "change", "swap"), fc.constantFrom(...LETTERS)), {
    minLength: 1,
    maxLength: 2,
  })
  .map((edits) => (word: string) => edits.reduce((now, [seed, kind, letter]) => edited(now, seed % (now.length + 1), kind, letter), word));

function edited(word: string, at: number, kind: string, letter: string): string {
  const [before, after] = [word.slice(0, at), word.slice(at)];
  if (kind === "add") return before + letter + after;
  if (kind === "swap") return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
  return before + (kind === "change" && after !== "" ? letter : "") + after.slice(1);
}

const recased = fc.constantFrom(
  (word: string) => word.toUpperCase(),
  (word: string) => word.toLowerCase(),
  (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1),
  (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (word: string) => ` ${word}\n`,
);
const respelling = fc.oneof(misspelling, recased);

/** The key by which other dialects refuse, with the value that does. */
const DIALECTS: readonly (readonly [string, unknown])[] = [
  ["permissionDecision", "deny"],
  ["hookSpecificOutput", { permissionDecision: "deny" }],
  ["permission", "deny"],
  ["behavior", "deny"],
  ["block", true],
  ["deny", true],
  ["verdict", "deny"],
  ["constructor", "deny"],
  ["__proto__", "deny"],
];
const VALUES: readonly unknown[] = [true, false, 0, 1, "", [], ["deny"], {}, { deny: true }, "denied", "reject", "no"];

function tagged(format: Format, neutral: string, fields: object): object {
  return format === "symposium" ? { [neutral]: fields } : fields;
}

/** A refusal, changed in one place. */
const broken = fc.oneof(
  respelling.map(
    (change) => (format: Format, neutral: string) => text(tagged(format, neutral, { [change("decision")]: "deny", reason: "no" })),
  ),
  respelling.map(
    (change) => (format: Format, neutral: string) => text(tagged(format, neutral, { decision: change("deny"), reason: "no" })),
  ),
  respelling.map((change) => (_: Format, neutral: string) => text({ [change(neutral)]: { decision: "deny", reason: "no" } })),
  fc
    .constantFrom(...DIALECTS)
    .map((pair) => (format: Format, neutral: string) => text(tagged(format, neutral, Object.fromEntries([pair])))),
  fc.constantFrom(...VALUES).map((value) => (format: Format, neutral: string) => text(tagged(format, neutral, { decision: value }))),
  fc.constantFrom("Stop", "PostToolUse", "pre-tool-use", "event").map((tag) => () => text({ [tag]: { decison: "deny" } })),
  fc.nat().map((seed) => (format: Format, neutral: string) => {
    const whole = text(tagged(format, neutral, { decision: "deny", reason: "no" }));
    return whole.slice(0, 1 + (seed % (whole.length - 1)));
  }),
);

/** A refusal that is understood, with something beside it that is not. */
const beside = fc.oneof(
  respelling.map(
    (change) => (format: Format, neutral: string) => text(tagged(format, neutral, { decision: "deny", [change("reason")]: "no" })),
  ),
  fc.constantFrom(...DIALECTS).map(
    ([key, value]) =>
      (format: Format, neutral: string) =>
        text(tagged(format, neutral, { ...Object.fromEntries([[key, value]]), decision: "deny" })),
  ),
  fc
    .constantFrom(5, true, [], {})
    .map((value) => (format: Format, neutral: string) => text(tagged(format, neutral, { decision: "deny", reason: value }))),
  fc
    .string()
    .map(
      (noise) => (format: Format, neutral: string) =>
        `${noise.replaceAll("{", "")}\n${text(tagged(format, neutral, { decision: "deny" }))}`,
    ),
  fc.string().map((noise) => (format: Format, neutral: string) => `${text(tagged(format, neutral, { decision: "deny" }))}${noise}`),
  fc.constant((format: Format, neutral: string) => `[${text(tagged(format, neutral, { decision: "deny" }))}]`),
  fc
    .constantFrom("allow", "ask")
    .map(
      (other) => (format: Format, neutral: string) =>
        `${text({ decision: other })}\n${text(tagged(format, neutral, { decision: "deny" }))}`,
    ),
  fc
    .constantFrom("Deny", "DENY", " deny", "Block")
    .map((word) => (format: Format, neutral: string) => text(tagged(format, neutral, { decision: word }))),
  fc.constantFrom("Stop", "PostToolUse", "SessionStart").map((tag) => () => text({ [tag]: { decision: "deny" } })),
);

function text(value: object): string {
  return JSON.stringify(value);
}

const cell = fc.constantFrom(...CELLS);
const format = fc.constantFrom(...FORMATS);
const numRuns = times({ sample: 500, all: 2_000, proof: 20_000 });

describe("RT-15 DG-8 in the formats of our own", () => {
  test("a closed guard whose refusal is misspelt lets no call pass", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cell, format, broken, async (at, speaks, make) => {
        const { blocked, reason } = await judged(at, `${speaks}-closed`, make(speaks, at.neutral));
        expect(blocked).toBe(true);
        expect(reason).toContain(`${speaks}-closed/at-`);
      }),
      { numRuns },
    );
  });

  test("a refusal that is understood stands, whatever is beside it and whatever the fail mode", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(cell, format, beside, fc.constantFrom("open", "closed"), async (at, speaks, make, mode) => {
        expect((await judged(at, `${speaks}-${mode}`, make(speaks, at.neutral))).blocked).toBe(true);
      }),
      { numRuns },
    );
  });

  test("an allow that is not understood as a whole is dropped", async () => {
    for (const at of CELLS)
      for (const speaks of FORMATS) {
        const said = text(tagged(speaks, at.neutral, { decision: "allow", note: 1 }));
        expect((await judged(at, `${speaks}-open`, said)).allowed ?? false).toBe(false);
        expect((await judged(at, `${speaks}-closed`, said)).blocked).toBe(true);
      }
  });

  test("the trace has no word of what was printed", async () => {
    for (const [name, home] of homes) {
      const at = CELLS[0]!;
      await judged(at, name, '{"decison":"hunter2","note":"hunter3"} hunter4');
      expect(JSON.stringify(home.trace())).not.toMatch(/hunter|decison/);
      expect(home.trace().at(-1)?.ran[0]?.failure).toContain("text beside");
    }
  });
});
