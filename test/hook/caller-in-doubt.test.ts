/** Copilot CLI reads Claude's project file and has an entry of its own: when Claude's entry stands back, and what it does in doubt. */

import { existsSync, readdirSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { ledgerText } from "../plugins/ledger-text.ts";
import { createHome, type Home } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { hook, plugin } from "../support/plugin.ts";

const throughClaude = capturedPayload("copilot-cli", "preToolUse.claude-file");
const own = capturedPayload("copilot-cli", "preToolUse.shell");

async function homeWith(hooks: string, registered: readonly string[] = ["claude-code", "copilot-cli"]): Promise<Home> {
  const home = await createHome(plugin("guard", hooks, { "open.sh": "", "closed.sh": "" }));
  const files = registered.map((agent) => ({ file: home.getPath(`${agent}.json`), agents: [agent] }));
  for (const { file, agents } of files) writeFileSync(file, `"$1/bin/symposium-hook" ${agents[0]} PreToolUse || :`);
  writeFileSync(home.getPath("ledger.json"), ledgerText(...files));
  return home;
}

/** Every handler lets the call pass; which ones ran is in the trace. */
const passes = { runHandler: async () => ({ kind: "exited", code: 0, stdout: "", stderr: "", ms: 1 }) as const };

async function ran(home: Home, agent: string, payload: object, more: Parameters<Home["call"]>[3] = {}): Promise<readonly string[]> {
  const event = agent === "claude-code" ? "PreToolUse" : "preToolUse";
  await home.call(agent, event, payload, { ...more, services: { ...passes, ...more.services } });
  return home
    .trace()
    .at(-1)!
    .ran.map((each) => each.hook);
}

const OPEN = hook("open");
const CLOSED = hook("closed", "PreToolUse", 'on-failure = "closed"');

describe("RG-7 RT-23 Copilot CLI calls both entries", () => {
  test("after its own entry answered, Claude's stands back", async () => {
    await using home = await homeWith(OPEN + CLOSED);
    expect(await ran(home, "copilot-cli", own)).toEqual(["guard/open", "guard/closed"]);
    expect(await ran(home, "claude-code", throughClaude)).toEqual([]);
    expect(home.trace().map(({ agent }) => agent)).toEqual([
      { registered: "copilot-cli", recognised: "copilot-cli" },
      { registered: "claude-code", recognised: "copilot-cli" },
    ]);
  });

  test("before, Claude's entry runs closed hooks alone, and says in the trace who else may be calling", async () => {
    await using home = await homeWith(OPEN + CLOSED);
    expect(await ran(home, "claude-code", throughClaude)).toEqual(["guard/closed"]);
    expect(home.trace()).toMatchObject([{ agent: { registered: "claude-code", recognised: "copilot-cli", doubt: ["claude-code"] } }]);
    expect(await ran(home, "copilot-cli", own)).toEqual(["guard/open", "guard/closed"]);
  });

  test("in doubt closed hooks in either agent's format run", async () => {
    const [claudes, copilots] = ["claude-code", "copilot-cli"].map((format) =>
      hook(format, "PreToolUse", `format = "${format}"\non-failure = "closed"`, "closed"),
    );
    await using home = await homeWith(`${claudes}${copilots}`);
    expect(await ran(home, "claude-code", throughClaude)).toEqual(["guard/copilot-cli", "guard/claude-code"]);
  });
});

test("RT-23 in doubt a denial is written in both dialects", async () => {
  await using home = await homeWith(CLOSED);
  const runHandler = async () => ({ kind: "exited", code: 2, stdout: "", stderr: "too risky", ms: 1 }) as const;
  const { stdout } = await home.call("claude-code", "PreToolUse", throughClaude, { services: { runHandler } });
  const denial = { permissionDecision: "deny", permissionDecisionReason: "too risky (guard/closed)" };
  expect(JSON.parse(stdout)).toEqual({ ...denial, hookSpecificOutput: { hookEventName: "PreToolUse", ...denial } });
});

describe("RT-23 what does not prove that the other entry answered", () => {
  const before = async (change: (home: Home) => Promise<readonly string[]>) => {
    await using home = await homeWith(CLOSED);
    await ran(home, "copilot-cli", own);
    return await change(home);
  };
  const runs = ["guard/closed"];

  test("its answer to another call", async () => {
    const payload = { ...throughClaude, tool_input: { command: "rm -rf /" } };
    expect(await before((home) => ran(home, "claude-code", payload))).toEqual(runs);
  });

  test("its answer in another session", async () => {
    expect(await before((home) => ran(home, "claude-code", { ...throughClaude, session_id: "another" }))).toEqual(runs);
  });

  test.each([-60_000, 3_600_000])("its answer %i milliseconds ago", async (later) => {
    const at = (home: Home) => ({ ...home.services().context, now: () => home.services().context.now() + later });
    expect(await before((home) => ran(home, "claude-code", throughClaude, { services: { context: at(home) } }))).toEqual(runs);
  });

  test("its answer, if the environment names the entry's own agent", async () => {
    expect(await before((home) => ran(home, "claude-code", throughClaude, { env: { CLAUDECODE: "1" } }))).toEqual(runs);
  });

  test("its answer, if its file no longer calls us: then this entry answers for it", async () => {
    await using home = await homeWith(OPEN + CLOSED);
    await ran(home, "copilot-cli", own);
    writeFileSync(home.getPath("copilot-cli.json"), "{}");
    expect(await ran(home, "claude-code", throughClaude)).toEqual(["guard/open", "guard/closed"]);
  });
});

test("RT-24 no record is kept where no other entry is called for the same", async () => {
  const recorded = async (...registered: string[]) => {
    await using home = await homeWith(CLOSED, registered);
    await ran(home, "copilot-cli", own);
    const folder = home.getPath("sessions/copilot-cli");
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".answered")).length : 0;
  };
  expect(await recorded("copilot-cli")).toBe(0);
  expect(await recorded("copilot-cli", "claude-code")).toBe(1);
});
