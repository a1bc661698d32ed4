/** A repository's hook manifest at events that only one agent has, before and after it changed. */

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { agreedManifest, GUARD } from "../support/agreed-manifest.ts";
import type { Home } from "../support/home.ts";
import { runInProcess } from "../support/run-in-process.ts";

const guardAt = (event: string) => ({ event, name: event, blocking: true, handler: GUARD["handler"] });

async function ask(home: Home, native: string): Promise<string> {
  const payload = { session_id: "own", cwd: home.getPath("work"), hook_event_name: native, transcript_path: "/nowhere" };
  const { stdout, stderr } = await home.call("claude-code", native, payload, { cwd: home.getPath("work") });
  return stdout + stderr;
}

test("IX-10 PL-17 a changed guard at `config_change` denies, and one whose denial makes the agent go on does not", async () => {
  await using home = await agreedManifest([GUARD, guardAt("config_change"), guardAt("teammate_idle")]);
  expect(await ask(home, "ConfigChange")).toContain("not here");
  expect(await ask(home, "TeammateIdle")).toContain("not here");
  appendFileSync(home.getPath("work/guard.sh"), "\n");
  expect(await ask(home, "ConfigChange")).toMatch(/"block".*symposium trust accept work/s);
  expect(await ask(home, "TeammateIdle")).not.toContain('"block"');
});

test("IX-10 RG-3 `sync` registers the event of a repository's manifest after the yes", async () => {
  await using home = await agreedManifest([GUARD, guardAt("config_change")]);
  writeFileSync(home.services().places.config, '[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n');
  const context = { ...home.services().context, cwd: home.getPath("work") };
  expect(await runInProcess({ args: ["sync"], context })).toMatchObject({ exitCode: 0 });
  expect(readFileSync(home.getPath(".claude/settings.json"), "utf8")).toContain("claude-code ConfigChange");
});
