/**
 * Tools beside the one that a guard names: PowerShell, input into a running shell, monitors, code that calls tools, notebooks, several edits at
 * once, patches. The guard names tools only as Claude or the neutral format does, and still denies.
 */

import { describe, test } from "vitest";

import { BESIDE_CALLS, type BesideCall } from "../support/beside-calls.ts";
import { withTool } from "../support/tool-payload.ts";
import { ALLOWS, expectDenied, expectOpen, guardedHome } from "./guarded-home.ts";

const CALLING = { timeout: 120_000 };
const NEUTRAL = { Bash: "shell", Write: "file_write", Edit: "file_edit", Read: "file_read", WebFetch: "web_fetch" } as const;

function plugin(name: string, hooks: readonly string[], script: string) {
  const texts = hooks.map((hook) => `[[hooks]]\nevent = "PreToolUse"\non-failure = "closed"\ncommand = { script = "no.sh" }\n${hook}\n`);
  return { [name]: { "SYMPOSIUM.toml": `name = "${name}"\ncrates = ["*"]\n${texts.join("")}`, "no.sh": script } };
}

/** Denies what arrives under Claude's name, and so shows that the handler was told it. */
const deniesNamed = (name: string) => `grep -q '"tool_name":"${name}"' && { echo 'told ${name}' >&2; exit 2; }; exit 0\n`;

function guardOn(name: BesideCall["name"], matcher: string) {
  return plugin(`on-${name.toLowerCase()}`, [`name = "m"\nmatcher = "${matcher}"`], deniesNamed(name));
}

describe.each([
  ["Claude's name", (name: BesideCall["name"]): string => name],
  ["the neutral name", (name: BesideCall["name"]): string => NEUTRAL[name]],
])("RT-40 a guard by %s", (_which, matcherOf) => {
  test.each(["Bash", "Write", "Edit", "Read", "WebFetch"] as const)("sees every tool that is a %s", CALLING, async (name) => {
    const calls = BESIDE_CALLS.filter((call) => call.name === name);
    const agents = [...new Set(calls.map(({ agent }) => agent))];
    await using home = await guardedHome({ script: ALLOWS, plugins: guardOn(name, matcherOf(name)), agents });
    for (const { agent, tool, input } of calls) {
      const called = await home.call(agent, { changePayload: (payload) => withTool(payload, tool, input), direct: true });
      await expectDenied(agent, called, { reason: `told ${name}` });
    }
  });
});

test("RT-40 goose: code that calls other tools is seen by guards on writing and fetching too", CALLING, async () => {
  const hooks = ["Edit|Write", "web_fetch"].map((matcher, at) => `name = "h${at}"\nmatcher = "${matcher}"`);
  for (const hook of hooks) {
    await using home = await guardedHome({
      script: ALLOWS,
      plugins: plugin("files", [hook], "cat >/dev/null; exit 2\n"),
      agents: ["goose"],
    });
    const called = await home.call("goose", { changePayload: (payload) => withTool(payload, "execute_typescript", { code: "x" }) });
    await expectDenied("goose", called);
  }
});

test("RT-40 native formats keep native meaning: Claude's `Bash` does not meet `PowerShell`, its own name does", CALLING, async () => {
  const native = (matcher: string) =>
    plugin("native", [`name = "n"\nformat = "claude-code"\nmatcher = "${matcher}"`], "cat >/dev/null; exit 2\n");
  const powershell = { changePayload: (payload: Readonly<Record<string, unknown>>) => withTool(payload, "PowerShell", { command: "ls" }) };
  await using other = await guardedHome({ script: ALLOWS, plugins: native("Bash|Edit|shell"), agents: ["claude-code"] });
  await expectOpen("claude-code", await other.call("claude-code", powershell));
  await expectDenied("claude-code", await other.call("claude-code"));
  await using own = await guardedHome({ script: ALLOWS, plugins: native("PowerShell"), agents: ["claude-code"] });
  await expectDenied("claude-code", await own.call("claude-code", powershell));
});

test("RT-40 what only reads or ends a command is not taken for one", CALLING, async () => {
  await using home = await guardedHome({ script: ALLOWS, plugins: guardOn("Bash", "Bash"), agents: ["copilot-cli"] });
  for (const tool of ["read_bash", "stop_bash", "list_bash"]) {
    await expectOpen(
      "copilot-cli",
      await home.call("copilot-cli", { changePayload: (payload) => withTool(payload, tool, { shellId: "1" }), direct: true }),
    );
  }
});
