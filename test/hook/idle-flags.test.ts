/** Idle flags as the calls of a session keep them. */

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { ledgerText } from "../plugins/ledger-text.ts";
import { createHome, type Home } from "../support/home.ts";
import { hook, manifestText, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

const LEDGER = { "ledger.json": ledgerText({ file: "/h/.gemini/settings.json", agents: ["gemini-cli"] }) };

const SESSION = "one-session";
const gemini = (home: Home, event: string, payload = event) =>
  home.call("gemini-cli", event, { ...capturedPayload("gemini-cli", payload), session_id: SESSION });
const isIdle = (home: Home, event: string) => existsSync(home.getPath("idle", `gemini-cli.${event}`));

test("RG-22 a plugin that is put there by hand is noticed at the next prompt, and its events are idle no more", async () => {
  await using home = await createHome({ group: { keep: "" } }, LEDGER);
  await gemini(home, "SessionStart");
  expect(isIdle(home, "BeforeTool")).toBe(true);
  expect(["SessionStart", "BeforeAgent"].filter((event) => isIdle(home, event))).toEqual([]);
  // Deep below the source, where no ordinary call looks.
  mkdirSync(home.getPath("plugins/group/guard"));
  const manifest = manifestText("guard", hook("deny"));
  writeFileSync(home.getPath("plugins/group/guard/SYMPOSIUM.toml"), manifest);
  writeFileSync(home.getPath("plugins/group/guard/deny.sh"), says({ decision: "deny", reason: "no" }));
  expect(isIdle(home, "BeforeTool")).toBe(true);
  await gemini(home, "BeforeAgent");
  expect(isIdle(home, "BeforeTool")).toBe(false);
  expect((await gemini(home, "BeforeTool", "BeforeTool.shell")).stdout).toContain("no (guard/deny)");
  rmSync(home.getPath("plugins/group/guard"), { recursive: true });
  await gemini(home, "BeforeAgent");
  expect(isIdle(home, "BeforeTool")).toBe(true);
});

test("RG-22 flags come with the first call after an agent was registered, and go when it is no more", async () => {
  await using home = await createHome();
  await gemini(home, "SessionStart");
  expect(existsSync(home.getPath("idle"))).toBe(false);
  writeFileSync(home.getPath("ledger.json"), LEDGER["ledger.json"]);
  await gemini(home, "Notification", "SessionEnd");
  expect(isIdle(home, "Notification")).toBe(true);
  rmSync(home.getPath("ledger.json"));
  await gemini(home, "BeforeAgent");
  expect(readdirSync(home.getPath("idle"))).toEqual([]);
});

test("RG-22 RT-19 context that waits is carried where nothing else is asked, and what no one carried is lost and forgotten at the end", async () => {
  await using home = await createHome(plugin("notes", hook("say"), { "say.sh": says({ additionalContext: "remember" }) }), LEDGER);
  await gemini(home, "SessionStart");
  expect(["BeforeTool", "AfterTool", "SessionEnd"].filter((event) => isIdle(home, event))).toEqual([]);
  await gemini(home, "BeforeTool", "BeforeTool.shell");
  expect((await gemini(home, "AfterTool", "AfterTool.shell")).stdout).toContain("remember");
  await gemini(home, "BeforeTool", "BeforeTool.shell");
  await gemini(home, "SessionEnd");
  expect(home.trace().at(-1)?.losses).toEqual([{ code: "context-lost" }]);
  expect(readdirSync(home.getPath("sessions/gemini-cli"))).toEqual([]);
});
