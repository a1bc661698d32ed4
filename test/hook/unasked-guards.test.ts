/** Payloads that Symposium cannot pass on: every guard that would have judged the call denies it, whatever its format. */

import { describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { shellCall } from "../program/shell-call.ts";
import { createHome } from "../support/home.ts";
import { commandHook, manifestFolder } from "../support/hook-manifest.ts";
import { plugin } from "../support/plugin.ts";
import { withTool } from "../support/tool-payload.ts";

const AGENTS = await agentsUnderTest();
const DEEP = `${"[".repeat(2_001)}${"]".repeat(2_001)}`;
const tooDeep = (payload: object) => JSON.stringify({ ...payload, zz: "DEEP" }).replace('"DEEP"', () => DEEP);
const hook = (more: string, event = "PreToolUse") =>
  plugin("guard", `[[hooks]]\nname = "check"\nevent = "${event}"\ncommand = { script = "check.sh" }\n${more}`, { "check.sh": "exit 0\n" });

const GUARDS = [
  ["a closed hook", hook('on-failure = "closed"\n')],
  ["a hook that was imported from Claude Code", hook('format = "shim:claude-code"\n')],
  ["a hook that was imported from Cursor", hook('format = "shim:cursor"\n')],
  ["a blocking hook of a hook manifest", manifestFolder("guard", [commandHook("exit 0", { name: "check", blocking: true })])],
] as const;
const OTHERS = [
  ["an open hook", hook("")],
  ["a hook of a manifest that does not block", manifestFolder("guard", [commandHook("exit 0", { name: "check", blocking: false })])],
] as const;

describe.each(AGENTS.filter(({ oracle }) => !["claude-code", "cursor"].includes(oracle.agent)))(
  "RT-21 RT-38 IX-12 $oracle.agent",
  (agent) => {
    const { event, payload } = shellCall(agent, "rm -rf /");

    test.each(GUARDS)("%s denies a payload that is nested 2,001 levels deep", async (_name, plugins) => {
      await using home = await createHome(plugins);
      const answer = await home.call(agent.oracle.agent, event, tooDeep(payload));
      expect(await agent.oracle.read(event, payload, answer)).toMatchObject({
        blocked: true,
        reason: expect.stringContaining("guard") as string,
      });
    });

    test.each(GUARDS)("%s denies when Symposium itself fails to ask it", async (_name, plugins) => {
      await using home = await createHome(plugins);
      const runHandler = () => Promise.reject(new Error("out of luck"));
      const answer = await home.call(agent.oracle.agent, event, payload, { services: { runHandler } });
      expect(await agent.oracle.read(event, payload, answer)).toMatchObject({ blocked: true });
    });

    test.each(OTHERS)("%s does not", async (_name, plugins) => {
      await using home = await createHome(plugins);
      const answer = await home.call(agent.oracle.agent, event, tooDeep(payload));
      expect(await agent.oracle.read(event, payload, answer)).toMatchObject({ blocked: false });
    });
  },
);

describe("RT-4 a patch with a line that may name a file", () => {
  const text = "*** Begin Patch\n*** Add File: ok.txt\n+x\n*** add file: .env\n+y\n*** End Patch";
  const inputs = { codex: { command: text }, opencode: { patchText: text }, "copilot-cli": text, "vscode-copilot": { input: text } };
  const cases = Object.entries(inputs).flatMap(([agent, input]) => GUARDS.map(([name, plugins]) => ({ agent, input, name, plugins })));

  test.each(cases)("$agent: $name denies it", async ({ agent, input, plugins }) => {
    const under = AGENTS.find(({ oracle }) => oracle.agent === agent) ?? expect.fail();
    const { event, payload } = shellCall(under, "ls");
    const call = withTool(payload, "apply_patch", input);
    await using home = await createHome(plugins);
    const done = await under.oracle.read(event, call, await home.call(agent, event, call));
    expect(done).toMatchObject({ blocked: true, reason: expect.stringContaining("*** add file: .env") as string });
  });

  test("an open hook is asked, and finds the line among the files", async () => {
    const under = AGENTS.find(({ oracle }) => oracle.agent === "codex") ?? expect.fail();
    const { event, payload } = shellCall(under, "ls");
    await using home = await createHome(hook("", "PreToolUse"));
    const read: string[] = [];
    const runHandler = (job: { readonly input: string }) => {
      read.push(job.input);
      return Promise.resolve({ kind: "exited", code: 0, stdout: "", stderr: "", ms: 1 } as const);
    };
    await home.call("codex", event, withTool(payload, "apply_patch", inputs.codex), { services: { runHandler } });
    const { PreToolUse } = JSON.parse(read[0] ?? "{}") as { PreToolUse?: { tool_input: object } };
    expect(PreToolUse?.tool_input).toMatchObject({ file_path: "ok.txt", files: ["ok.txt", "*** add file: .env"] });
  });
});

test("RT-1 the trace names what was set aside", async () => {
  const under = AGENTS.find(({ oracle }) => oracle.agent === "goose") ?? expect.fail();
  const { event, payload } = shellCall(under, "ls");
  await using home = await createHome(hook('on-failure = "closed"\n'));
  await home.call("goose", event, withTool(payload, "write", { path: ".env", content: "x", file_path: "ok.txt", files: ["ok.txt"] }));
  expect(home.trace().at(-1)?.losses).toEqual([
    { code: "field-set-aside", field: "file_path" },
    { code: "field-set-aside", field: "files" },
  ]);
});

test("RT-1 Copilot CLI: arguments in text that cannot be read are in doubt", async () => {
  const under = AGENTS.find(({ oracle }) => oracle.agent === "copilot-cli") ?? expect.fail();
  const { event, payload } = shellCall(under, "ls");
  const call = withTool(payload, "bash", `{"command":"rm -rf /","zz":${DEEP}}`);
  await using home = await createHome(hook('on-failure = "closed"\n'));
  expect(await under.oracle.read(event, call, await home.call("copilot-cli", event, call))).toMatchObject({ blocked: true });
});
