import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseIndex } from "../../../src/index/read-index.ts";
import { rebuildIndex } from "../../../src/index/rebuild.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { type GitSandbox, gitSandbox } from "./git-sandbox.ts";

const GUARD = manifestText("guard", hook("deny", "PreToolUse", 'on-failure = "closed"'));

async function made({ context, places }: GitSandbox) {
  const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1" });
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  const hooks = [...(index?.part(0, index.header.length).matchAll(/\t([\w-]+\/[\w-]+)\t/g) ?? [])].map(([, id]) => id);
  return { hooks, kept: index?.header.kept?.length ?? 0 };
}

/** A sandbox in which a guard of a repository is in force. */
async function guarded() {
  const sandbox = await gitSandbox();
  const repository = sandbox.repository("far", { "guard/SYMPOSIUM.toml": GUARD });
  sandbox.configure(`name = "far"\ngit = "${repository.path}"`);
  await sandbox.update("fetch");
  expect(await made(sandbox)).toEqual({ hooks: ["guard/deny"], kept: 0 });
  return { sandbox, repository };
}

describe("RT-37 a guard of a git source stays in force", () => {
  test("when a fetched commit breaks its manifest, until one takes it away", async () => {
    const { sandbox, repository } = await guarded();
    await using _ = sandbox;
    repository.commit({ "guard/SYMPOSIUM.toml": `${GUARD}= =` });
    await sandbox.update("fetch");
    expect(await made(sandbox)).toEqual({ hooks: ["guard/deny"], kept: 1 });
    repository.commit({ "guard/SYMPOSIUM.toml": GUARD });
    await sandbox.update("fetch");
    expect(await made(sandbox)).toEqual({ hooks: ["guard/deny"], kept: 0 });
    repository.commit({ guard: null, "other.txt": "" });
    await sandbox.update("fetch");
    expect(await made(sandbox)).toEqual({ hooks: [], kept: 0 });
  });

  test.each([
    ["what was fetched is gone", (sandbox: GitSandbox) => rmSync(sandbox.places.cache, { recursive: true })],
    ["the checkout is gone", (sandbox: GitSandbox) => rmSync(sandbox.sources()[0]!.folder!, { recursive: true })],
    ["the record of it is damaged", (sandbox: GitSandbox) => writeFileSync(join(sandbox.sources()[0]!.folder!, "..", "fetched.json"), "{")],
    [
      "another revision is asked for that was never fetched",
      (sandbox: GitSandbox) => reconfigured(sandbox, 'rev = "0123456789012345678901234567890123456789"'),
    ],
    ["its address can no longer be read", (sandbox: GitSandbox) => sandbox.configure('name = "far"\ngit = "::"')],
  ])("when %s", async (...[, spoil]) => {
    const { sandbox } = await guarded();
    await using _ = sandbox;
    spoil(sandbox);
    expect(await made(sandbox)).toEqual({ hooks: ["guard/deny"], kept: 1 });
  });

  test("and is checked again with every call when its checkout is missing, which no stamp shows", async () => {
    const { sandbox } = await guarded();
    await using _ = sandbox;
    rmSync(sandbox.sources()[0]!.folder!, { recursive: true });
    const { context, places } = sandbox;
    const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1" });
    expect(rebuilt.ok && parseIndex(rebuilt.text)?.header.unsettled).toBe(true);
  });

  test("but not when the source is taken out of the config", async () => {
    const { sandbox } = await guarded();
    await using _ = sandbox;
    sandbox.configure();
    expect(await made(sandbox)).toEqual({ hooks: [], kept: 0 });
  });
});

function reconfigured(sandbox: GitSandbox, more: string): void {
  sandbox.configure(`name = "far"\ngit = "${sandbox.at("far")}"\n${more}`);
}
