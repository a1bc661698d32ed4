/** Programs beside a consented script: its folder comes first on PATH, so a new file there must not run in place of a program of the system. */

import { chmodSync, existsSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { answer, decideSettled, DENY, packageHome, repositoryHome } from "../support/consented.ts";
import type { Home } from "../support/home.ts";

const SCRIPT = '#!/usr/bin/env node\nconsole.log(JSON.stringify({ PreToolUse: { decision: "deny", reason: "Not here." } }));\n';
const SCRIPTED = 'name = "house-rules"\n[[hooks]]\nname = "deny"\nevent = "PreToolUse"\ncommand = { script = "deny.mjs" }\n';
const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`${at}.txt`, ""]));

function plant(home: Home, path: string): () => boolean {
  const [file, ran] = [home.getPath(path), home.getPath("ran")];
  writeFileSync(file, `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(file, 0o755);
  return () => existsSync(ran);
}

describe("PL-17 a program that appears beside a consented script does not run", () => {
  test.each([
    ["a word of the script", "cat", {}],
    ["the interpreter", "node", { "SYMPOSIUM.toml": SCRIPTED, "deny.mjs": SCRIPT }],
  ])("in a repository, in place of %s", async (_, name, files) => {
    await using home = await repositoryHome("", files);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toMatch(/^deny: .*Not here\./s);
    const hasRun = plant(home, `work/${name}`);
    await answer(home);
    expect(hasRun()).toBe(false);
  });

  test.each([
    ["few", {}],
    ["many", { many }],
  ])("in a package with %s files", async (_, files) => {
    await using home = await packageHome("", files);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toMatch(/^deny: .*Not here\./s);
    const hasRun = plant(home, "work/widget/cat");
    await answer(home);
    expect(hasRun()).toBe(false);
  });

  test("a script of a package finds the programs beside it, which the consent covers", async () => {
    await using home = await packageHome("", { "deny.sh": "tell", tell: `#!/bin/sh\n${DENY}` });
    chmodSync(home.getPath("work/widget/tell"), 0o755);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toMatch(/^deny: .*Not here\./s);
  });
});
