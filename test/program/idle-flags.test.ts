import { existsSync, mkdirSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { ledgerText } from "../plugins/ledger-text.ts";
import { BUILT, createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { hook, manifestText } from "../support/plugin.ts";

describe.each(BUILT)("a process of %s that has nothing to do", (form) => {
  test("RG-22 keeps the idle flags while agents work", async () => {
    await using home = await createHome({}, { "ledger.json": ledgerText({ file: "/h/hooks.json", agents: ["codex"] }) });
    const isIdle = (event: string) => existsSync(home.getPath("idle", `codex.${event}`));
    await home.call("codex", "SessionStart", capturedPayload("codex", "SessionStart"), { form });
    expect([isIdle("Stop"), isIdle("PreToolUse"), isIdle("SessionStart")]).toEqual([true, true, false]);
    mkdirSync(home.getPath("plugins/guard"));
    writeFileSync(home.getPath("plugins/guard/SYMPOSIUM.toml"), manifestText("guard", hook("h", "PreToolUse")));
    await home.call("codex", "UserPromptSubmit", capturedPayload("codex", "UserPromptSubmit"), { form });
    expect([isIdle("Stop"), isIdle("PreToolUse")]).toEqual([true, false]);
  });
});
