import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { GuardInVain } from "../../src/diagnose/guards.ts";
import type { Validation } from "../../src/diagnose/validate/validate-plugins.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { NEUTRAL_EVENTS } from "../conformance/home.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";

const agents = await agentsUnderTest();
/** Whether some agent's oracle obeys a denial at this neutral event. */
const isObeyed = (event: string) => agents.some(({ oracle }) => obeysAt(oracle, event));

const OWN = agents.flatMap(({ oracle }) =>
  oracle.events.filter((native) => oracle.means(native, {}) === null).map((native) => ({ agent: oracle.agent, native, oracle })),
);

/** Events that others have too, for a hook in the agent's own format. */
const SHARED = agents.flatMap(({ oracle }) =>
  NEUTRAL_EVENTS.filter((event) => oracle.events.some((native) => oracle.means(native, {}) === event)).map((event) => ({ event, oracle })),
);
const obeysAt = (oracle: (typeof agents)[number]["oracle"], event: string) =>
  oracle.events.some((native) => oracle.means(native, {}) === event && oracle.obeys(native, {}).block);

const hook = (name: string, event: string, more = "") =>
  `[[hooks]]\nname = "${name}"\nevent = "${event}"\ncommand = { script = "check.sh" }\non-failure = "closed"\n${more}\n`;

const MANIFEST = `name = "guarding"\ncrates = ["*"]\n${[
  ...NEUTRAL_EVENTS.map((event) => hook(event, event)),
  ...OWN.map(({ agent, native }) => hook(`${agent}-${native}`, native, `format = "${agent}"`)),
  ...SHARED.map(({ event, oracle }) => hook(`${oracle.agent}-of-${event}`, event, `format = "${oracle.agent}"`)),
].join("\n")}`;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ ".symposium/plugins/guarding/SYMPOSIUM.toml": MANIFEST, ".symposium/plugins/guarding/check.sh": "" });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

describe("RT-6 a guard at an event that cannot block is reported beforehand", () => {
  test("by `plugin validate`, for every event at which no agent's oracle obeys a denial", async () => {
    const { stdout } = await sandbox.run(["plugin", "validate", ".symposium/plugins/guarding", "--json", "--no-check-crates"]);
    const { answer } = JSON.parse(stdout) as { answer: Validation };
    const warned = answer.items
      .flatMap(({ findings }) => findings)
      .flatMap(({ message }) => /^hook `(.*)`: it is a guard, and nothing can be prevented/.exec(message)?.[1] ?? []);
    // An allowance: after a failed tool Claude Code takes a denial as text for the model, and nothing is prevented.
    const isInVain = (event: string, isBlocked: boolean) => event === "PostToolUseFailure" || !isBlocked;
    const neutral = NEUTRAL_EVENTS.filter((event) => isInVain(event, isObeyed(event)));
    const shared = SHARED.filter(({ event, oracle }) => isInVain(event, obeysAt(oracle, event)));
    const own = OWN.filter(({ native, oracle }) => !oracle.obeys(native, {}).block).map(({ agent, native }) => `${agent}-${native}`);
    const native = shared.map(({ event, oracle }) => `${oracle.agent}-of-${event}`);
    expect(native).toContain("claude-code-of-SessionStart");
    expect(warned.toSorted()).toEqual([...neutral, ...own, ...native].toSorted());
  });

  test("by `status`, for each registered agent that does not obey there", async () => {
    await sandbox.run(["init", "--add-agent", "codex", "--add-agent", "goose"]);
    const { answer } = JSON.parse((await sandbox.run(["status", "--json"])).stdout) as { answer: { guardsInVain: readonly GuardInVain[] } };
    const listed = answer.guardsInVain.map(({ agent, hook: name, event }) => `${agent} ${name} ${event}`);
    expect(listed).toContain("goose guarding/UserPromptSubmit UserPromptSubmit");
    expect(listed).toContain("goose guarding/goose-BeforeShellExecution BeforeShellExecution");
    expect(listed).toContain("codex guarding/SessionStart SessionStart");
    expect(listed).toContain("codex guarding/codex-of-SessionStart SessionStart");
    expect(listed.filter((line) => line.startsWith("goose guarding/codex-of-"))).toEqual([]);
    expect(listed.filter((line) => line.includes("PreToolUse PreToolUse") || line.startsWith("claude"))).toEqual([]);
    expect((await sandbox.run(["status"])).stdout).toContain(
      "goose: guarding/UserPromptSubmit cannot prevent anything at UserPromptSubmit",
    );
  });
});
