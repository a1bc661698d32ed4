import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { guestPlaces } from "../../src/host/own-process.ts";
import { commandsHere } from "../../src/index/lists-here.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { hook, manifest } from "../support/plugin.ts";
import { ourDirectory } from "./our-directory.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const ACTS: readonly (readonly [string, (ours: Ours) => Promise<unknown>])[] = [
  ["a hook call", ({ context, places }) => rebuildIndex({ context, places: guestPlaces(places), folder: null, program: "1" })],
  ["a command", commandsHere],
];

/** As root in the directory of another user, before the user ran anything. The clock is ahead, so that new files count as settled. */
describe.skipIf(process.getuid?.() !== 0)("RG-26 root as a guest leaves no file behind", () => {
  test.each(ACTS)("%s", async (_, act) => {
    const plugins = { a: manifest("a", hook("h", "PreToolUse", 'on-failure = "closed"'), 'crates = ["serde"]') };
    await using ours = await ourDirectory({ plugins });
    spawnSync("chown", ["-R", "1234:1234", ours.path()]);
    await act({ ...ours, context: { ...ours.context, now: () => Date.now() + 10_000 } });
    const all = readdirSync(ours.path(), { recursive: true, encoding: "utf8" });
    expect(all.filter((name) => lstatSync(ours.path(name)).uid === 0)).toEqual([]);
  });
});

test("before `init` a command leaves nothing behind", async () => {
  await using ours = await ourDirectory({});
  const moved = { context: { ...ours.context, now: () => Date.now() + 10_000 }, places: { ...ours.places, base: ours.path("none") } };
  ours.write(
    ".symposium/plugins/a/SYMPOSIUM.toml",
    'name = "a"\ncrates = ["serde"]\n[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "x.sh"\n',
  );
  const before = readdirSync(ours.path(), { recursive: true });
  await commandsHere(moved);
  expect(readdirSync(ours.path(), { recursive: true })).toEqual(before);
});
