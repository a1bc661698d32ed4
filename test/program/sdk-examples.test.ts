/** The two examples in TypeScript, as they are and compiled for older Node, on every agent. */

import { dirname } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";
import { beforeAll, describe, expect, test } from "vitest";

import { type AgentUnderTest, agentsUnderTest } from "../conformance/agents.ts";
import { compile, exampleFiles, strict, withSdk } from "../sdk/with-sdk.ts";
import { BUILT, createHome, runProgram } from "../support/home.ts";
import { shellCall } from "./shell-call.ts";
import { inTurns } from "../support/thoroughness.ts";

const agents = await agentsUnderTest();
const starting = agents.filter((agent) => sessionStart(agent) !== undefined);

const REFUSAL = "Destructive rm -rf commands are not allowed";
const ADVICE = "This project uses tokio 1.x for async. Prefer spawn over block_on.";

/** Handlers are run by the Node that runs this test. */
const env = { PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}` };

/** Absent in Node 20, which cannot run TypeScript. */
const runsTypeScript = "typescript" in process.features && Boolean(process.features.typescript);

const FORMS = [
  { how: "as it is", prepare: (files: Files) => files, isPossible: runsTypeScript },
  { how: "compiled", prepare: compiled, isPossible: true },
];

test("RT-33 the agents whose session start can take context are among them", () => {
  expect(starting.map(({ oracle }) => oracle.agent)).toEqual(expect.arrayContaining(["claude-code", "codex", "gemini-cli"]));
});

describe.each(FORMS)("as processes, in TypeScript $how", ({ prepare, isPossible }) => {
  const plugins: Record<string, FileTree> = {};
  beforeAll(async () => {
    for (const name of ["block-destructive", "inject-context"]) plugins[name] = withSdk(await prepare(exampleFiles(name)));
  });

  describe.skipIf(!isPossible).each(BUILT)("through %s", (form) => {
    test.each(inTurns(agents, form, BUILT))("RT-33 RT-1 blocks destructive commands: $oracle.agent", async (agent) => {
      await using home = await createHome(plugins);
      await home.prepare();
      const ask = async (command: string) => {
        const { event, payload } = shellCall(agent, command);
        return agent.oracle.read(event, payload, await home.call(agent.oracle.agent, event, payload, { form, env }));
      };
      expect(await ask("cd / && rm -rf *")).toMatchObject({
        blocked: true,
        reason: expect.stringContaining(`${REFUSAL} (block-destructive/block)`),
      });
      expect(await ask("cargo test")).toMatchObject({ blocked: false, ignored: true });
    });

    test.each(inTurns(starting, form, BUILT))("RT-33 RT-1 injects context at session start: $oracle.agent", async (agent) => {
      await using home = await createHome(plugins);
      await home.prepare();
      const { event = "", payload = {} } = sessionStart(agent) ?? {};
      const answer = await home.call(agent.oracle.agent, event, payload, { form, env });
      expect(await agent.oracle.read(event, payload, answer)).toMatchObject({ blocked: false, context: ADVICE, ignored: false });
    });
  });
});

test.skipIf(!runsTypeScript)("RT-33 the test of the example passes", async () => {
  await using folder = await createFixture(withSdk(exampleFiles("block-destructive")));
  const ended = await runProgram(process.execPath, ["--test", "--test-reporter=tap"], "", { ...env, HOME: "/nonexistent" }, folder.path);
  expect(ended).toMatchObject({ stdout: expect.stringMatching(/^# pass 1\n# fail 0$/m), exitCode: 0 });
});

type Files = Readonly<Record<string, string>>;

/** What the guide says for a Node that does not run TypeScript: compile, and name the result in the manifest. */
async function compiled(files: Files): Promise<Files> {
  const sources = Object.keys(files).filter((name) => name.endsWith(".ts") && !name.includes(".test."));
  await using folder = await createFixture(withSdk({ ...files, "tsconfig.json": strict(sources) }));
  expect(compile(folder.path)).toBe("");
  const built = sources.map((name) => name.replace(/\.ts$/, ".js"));
  const texts = await Promise.all(built.map((name) => folder.readFile(name, "utf8")));
  const manifest = files["SYMPOSIUM.toml"]?.replace("hook.ts", "hook.js") ?? "";
  return { "SYMPOSIUM.toml": manifest, ...Object.fromEntries(built.map((name, at) => [name, texts[at] ?? ""])) };
}

function sessionStart({ oracle, payloads }: AgentUnderTest) {
  return payloads.find(({ event, payload }) => oracle.means(event, payload) === "SessionStart" && oracle.obeys(event, payload).context);
}
