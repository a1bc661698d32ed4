/** Whatever comes on stdin and on the command line, the built programs answer in a form the agent reads: mostly one JSON object and exit 0. */

import { spawnSync } from "node:child_process";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { program } from "../foundation/programs.ts";
import { isLegal } from "../oracles/oracle.ts";
import { type Answered, BUILT, createHome, environmentOf, type Home } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { PAYLOAD_KEYS } from "../support/payloads.ts";
import { times } from "../support/thoroughness.ts";

const agents = await agentsUnderTest();
const oracleOf = new Map(agents.map(({ oracle }) => [oracle.agent, oracle]));
const captured = agents.flatMap(({ oracle, payloads }) => payloads.map(({ event, payload }) => ({ agent: oracle.agent, event, payload })));

const RUNS = times({
  quick: { "native-hook": 20, "node-hook": 4 },
  sample: { "native-hook": 40, "node-hook": 10 },
  all: { "native-hook": 150, "node-hook": 40 },
  proof: { "native-hook": 500, "node-hook": 120 },
});

/** Answers every event with context, a denial, a crash or its own input, by the length of that input. */
const FICKLE = `input=$(cat)
case $(( \${#input} % 4 )) in
  0) printf '{"%s":{"additionalContext":"context"}}' "$1" ;;
  1) printf '{"%s":{"decision":"deny","reason":"no"}}' "$1" ;;
  2) kill -KILL $$ ;;
  3) printf '%s' "$input" ;;
esac
`;
const EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop", "PermissionRequest", "Notification"];
const hooks = EVENTS.map((event) => hook(event, event).replace(`"${event}.sh"`, `"fickle.sh", args = ["${event}"]`)).join("");

let home: Home;
beforeAll(async () => {
  home = await createHome(plugin("fickle", hooks, { "fickle.sh": FICKLE }));
});
afterAll(() => home[Symbol.asyncDispose]());

const keys = fc.constantFrom(...PAYLOAD_KEYS);
const call = fc.constantFrom(
  ...captured,
  ...[...oracleOf.keys(), "claude", "gemini", "symposium", "nobody", ""].map((agent) => ({ agent, event: "pre-tool-use", payload: {} })),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc.json().map((text) => Buffer.from(text)),
  fc.string({ unit: "binary" }).map((text) => Buffer.from(`{"prompt":${JSON.stringify(text)}}`)),
);
/** A captured payload, with some of it replaced, dropped or cut off. */
const bent = fc.tuple(fc.dictionary(keys, fc.jsonValue(), { maxKeys: 3 }), fc.option(fc.nat(), { freq: 4 }));

describe.each(BUILT)("on stdin and the command line of %s", (form) => {
  const run = (agent: string, event: string, input: string | Buffer): Answered => {
    // Its own limit, because no test can be interrupted while it waits for a process.
    const options = { input, encoding: "utf8", env: environmentOf(home.path), cwd: home.getPath("work"), timeout: 60_000 } as const;
    const { stdout, stderr, status } = spawnSync(program(form), [agent, event], options);
    return { stdout, stderr, exitCode: status ?? -1 };
  };

  test("RT-21 any bytes in, a legal answer out", () => {
    const property = fc.property(call, bytes, ({ agent, event }, input) => expectLegal(agent, run(agent, event, input)));
    fc.assert(property, { numRuns: RUNS[form] });
  }, 120_000);

  test("RT-21 a bent payload in, an answer out that its agent does not throw away", async () => {
    const property = fc.asyncProperty(fc.constantFrom(...captured), bent, async ({ agent, event, payload }, [changes, cut]) => {
      const changed = { ...payload, ...changes };
      const text = JSON.stringify(changed);
      const answer = run(agent, event, cut === null ? text : text.slice(0, cut % text.length));
      // The payload's shape shows who calls: bent, it may be that of another agent that reads this one's files.
      const { agent: caller, event: said } = home.trace().at(-1) ?? { agent: { recognised: null }, event: { native: event } };
      const recognised = caller.recognised ?? agent;
      expectLegal(recognised, answer);
      const reading = await oracleOf.get(recognised)?.read(recognised === agent ? event : said.native, changed, answer);
      expect(reading?.void).toBeUndefined();
    });
    await fc.assert(property, { numRuns: RUNS[form] });
  }, 120_000);
});

/** Nothing is written beside the answer; what is told to the user stands in lines of our own. */
function expectLegal(agent: string, { stdout, stderr, exitCode }: Answered): void {
  const oracle = oracleOf.get(agent);
  expect(stderr).not.toContain("internal error");
  if (exitCode === 0) expect(stderr).toMatch(/^(?:symposium: [^\n]*\n)*$/);
  if (oracle?.legal !== undefined) {
    expect(isLegal(oracle, { stdout, stderr: exitCode === 0 ? "" : stderr, exitCode })).toBe(true);
    return;
  }
  expect(exitCode).toBe(0);
  if (stdout === "") return;
  const value: unknown = JSON.parse(stdout);
  expect(value !== null && typeof value === "object" && !Array.isArray(value)).toBe(true);
  expect(stdout).toBe(JSON.stringify(value));
}
