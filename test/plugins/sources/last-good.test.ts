import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { parseIndex } from "../../../src/plugins/dispatch-index/read.ts";
import { rebuildIndex } from "../../../src/plugins/dispatch-index/rebuild.ts";
import { AGENTS } from "../manifest-text.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { type GitWorld, gitWorld } from "./git-world.ts";

const GUARD = manifestText("guard", hook("deny", "PreToolUse", 'on-failure = "closed"'));

async function made({ context, places }: GitWorld) {
  const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1", agents: AGENTS });
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  const hooks = [...(index?.body.matchAll(/\t([\w-]+\/[\w-]+)\t/g) ?? [])].map(([, id]) => id);
  return { hooks, kept: index?.header.kept?.length ?? 0 };
}

/** A world in which a guard of a repository is in force. */
async function guarded() {
  const world = await gitWorld();
  const repository = world.repository("far", { "guard/SYMPOSIUM.toml": GUARD });
  world.configure(`name = "far"\ngit = "${repository.path}"`);
  await world.update("fetch");
  expect(await made(world)).toEqual({ hooks: ["guard/deny"], kept: 0 });
  return { world, repository };
}

describe("RT-37 a guard of a git source stays in force", () => {
  test("when a fetched commit breaks its manifest, until one takes it away", async () => {
    const { world, repository } = await guarded();
    await using _ = world;
    repository.commit({ "guard/SYMPOSIUM.toml": `${GUARD}= =` });
    await world.update("fetch");
    expect(await made(world)).toEqual({ hooks: ["guard/deny"], kept: 1 });
    repository.commit({ "guard/SYMPOSIUM.toml": GUARD });
    await world.update("fetch");
    expect(await made(world)).toEqual({ hooks: ["guard/deny"], kept: 0 });
    repository.commit({ guard: null, "other.txt": "" });
    await world.update("fetch");
    expect(await made(world)).toEqual({ hooks: [], kept: 0 });
  });

  test.each([
    ["what was fetched is gone", (world: GitWorld) => rmSync(world.places.cache, { recursive: true })],
    ["the checkout is gone", (world: GitWorld) => rmSync(world.sources()[0]!.folder!, { recursive: true })],
    ["the record of it is damaged", (world: GitWorld) => writeFileSync(join(world.sources()[0]!.folder!, "..", "fetched.json"), "{")],
    [
      "another revision is asked for that was never fetched",
      (world: GitWorld) => reconfigured(world, 'rev = "0123456789012345678901234567890123456789"'),
    ],
    ["its address can no longer be read", (world: GitWorld) => world.configure('name = "far"\ngit = "::"')],
  ])("when %s", async (...[, spoil]) => {
    const { world } = await guarded();
    await using _ = world;
    spoil(world);
    expect(await made(world)).toEqual({ hooks: ["guard/deny"], kept: 1 });
  });

  test("and is looked for again with every call when its checkout is gone, which no stamp shows", async () => {
    const { world } = await guarded();
    await using _ = world;
    rmSync(world.sources()[0]!.folder!, { recursive: true });
    const { context, places } = world;
    const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1", agents: AGENTS });
    expect(rebuilt.ok && parseIndex(rebuilt.text)?.header.unsettled).toBe(true);
  });

  test("but not when the source is taken out of the config", async () => {
    const { world } = await guarded();
    await using _ = world;
    world.configure();
    expect(await made(world)).toEqual({ hooks: [], kept: 0 });
  });
});

function reconfigured(world: GitWorld, more: string): void {
  world.configure(`name = "far"\ngit = "${world.at("far")}"\n${more}`);
}
