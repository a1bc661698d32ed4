import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { lastGoodFile, readLastGood } from "../../src/files/last-good.ts";
import { isIndexFresh, parseIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { withRecalled } from "../../src/plugins/read-plugin.ts";
import { EMPTY_LISTING } from "../../src/plugins/sources/source.ts";
import { BOTH, CONFIG, fifo, guard, GUARD, made, TREE, type Ours } from "./guard-and-other.ts";
import { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

describe("RT-37 what is really changed", () => {
  test.each([
    ["a plugin whose folder is gone", (ours: Ours) => rmSync(ours.path("plugins", "guard"), { recursive: true }), ["other/look"]],
    ["a plugin whose manifest is gone", (ours: Ours) => rmSync(guard(ours)), ["other/look"]],
    ["a plugins folder that is gone", (ours: Ours) => rmSync(ours.path("plugins"), { recursive: true }), ["other/look"]],
    ["a config with other sources", (ours: Ours) => writeFileSync(ours.path("config.toml"), "auto-sync = false"), ["guard/deny"]],
    ["a config that is gone", (ours: Ours) => rmSync(ours.path("config.toml")), ["guard/deny"]],
    ["a hook taken out of a sound manifest", (ours: Ours) => writeFileSync(guard(ours), 'name = "guard"\ncrates = "*"'), ["other/look"]],
  ])("%s counts at once", async (_, change, hooks) => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    change(ours);
    expect(await made(ours)).toMatchObject({ hooks, kept: [] });
  });

  test("a change beside a broken item that was never good counts, and the rest stays", async () => {
    await using ours = await ourDirectory({
      plugins: { guard: manifest("guard", hook("deny", "PreToolUse") + hook("bad", "BeforeLunch")) },
    });
    expect((await made(ours)).hooks).toEqual(["guard/deny"]);
    appendFileSync(guard(ours), hook("more", "Stop"));
    expect(await made(ours)).toMatchObject({ hooks: ["guard/deny", "guard/more"], kept: [] });
    appendFileSync(guard(ours), "= =");
    expect((await made(ours)).hooks).toEqual(["guard/deny", "guard/more"]);
  });

  test("a list of the config that no longer validates stays as it was, and what was disabled stays disabled", async () => {
    await using ours = await ourDirectory({ ...TREE, plugins: { guard: GUARD, noisy: manifest("noisy", hook("n", "Stop")) } });
    expect((await made(ours)).hooks).toEqual(BOTH);
    writeFileSync(ours.path("config.toml"), CONFIG.replace('["noisy"]', '"noisy"'));
    const now = await made(ours);
    expect(now.hooks).toEqual(BOTH);
    expect(now.kept).toEqual([expect.stringContaining("`disable` must be")]);
  });
});

describe("RT-37 the record of what was last good", () => {
  test("is private, and written only when something changed", async () => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    const file = lastGoodFile(ours.places);
    const before = statSync(file);
    if (process.platform !== "win32") expect(before.mode & 0o777).toBe(0o600);
    await made(ours, "/other");
    expect(statSync(file).ino).toBe(before.ino);
    writeFileSync(guard(ours), `# a word\n${GUARD["SYMPOSIUM.toml"]}`);
    await made(ours);
    expect(readLastGood(ours.places)?.sources.flatMap(({ plugins }) => plugins)[0]?.text).toContain("# a word");
  });

  test.skipIf(process.platform === "win32").each([
    ["torn", (file: string) => truncateSync(file, 40)],
    ["of another kind", (file: string) => writeFileSync(file, '{"format":"x"}')],
    ["a pipe", (file: string) => (rmSync(file), fifo(file))],
    [
      "with a source that is none",
      (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace('"sources":[', '"sources":[null,')),
    ],
  ])("one that is %s is ignored, and made again", async (_, damage) => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    damage(lastGoodFile(ours.places));
    expect(readLastGood(ours.places)).toBeUndefined();
    expect((await made(ours)).hooks).toEqual(BOTH);
  });

  test("a call under another config neither reads nor replaces it", async () => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    const before = readFileSync(lastGoodFile(ours.places), "utf8");
    const elsewhere = {
      ...ours,
      places: { ...ours.places, config: ours.path("else", "config.toml"), userPlugins: ours.path("else", "plugins") },
    };
    expect((await made(elsewhere)).hooks).toEqual([]);
    expect(readFileSync(lastGoodFile(ours.places), "utf8")).toBe(before);
  });
});

describe("RT-37 what may be readable again without a stamp that shows it", () => {
  const listing = {
    ...EMPTY_LISTING,
    unread: [{ folder: "/s/a", problem: { severity: "error", file: "/s/a", message: "cannot be read (EACCES)", mayPass: true } }],
  } as const;
  const good = { name: "s", root: "/s", plugins: [{ directory: "a", file: "SYMPOSIUM.toml", text: "", hooks: [], closed: [], since: 0 }] };

  test("is checked again with every call, where a plugin was there", () => {
    expect(withRecalled(listing, "/s", () => good)).toMatchObject({
      plugins: ["/s/a"],
      problems: [{ inForce: "1970-01-01 00:00 UTC", mayPass: true }],
    });
    expect(withRecalled(listing, "/s", () => undefined)).toEqual({ plugins: [], problems: [] });
  });

  test.skipIf(process.platform === "win32")("a manifest that has become a link to itself is not one that is gone", async () => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    rmSync(guard(ours));
    symlinkSync("SYMPOSIUM.toml", guard(ours));
    expect((await made(ours)).hooks).toEqual(BOTH);
  });

  test("makes an index that is never fresh", async () => {
    await using ours = await ourDirectory(TREE);
    const { context, places } = ours;
    const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1" });
    const index = parseIndex(rebuilt.ok ? rebuilt.text : "")!;
    expect(isIndexFresh(index, "1", true)).toBe(true);
    expect(isIndexFresh({ ...index, header: { ...index.header, unsettled: true } }, "1", false)).toBe(false);
  });

  test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("as with a folder that may not be read", async () => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    chmodSync(ours.path("plugins"), 0);
    const now = await made(ours);
    chmodSync(ours.path("plugins"), 0o755);
    expect(now).toMatchObject({ hooks: BOTH, unsettled: true });
    expect(await made(ours)).toMatchObject({ hooks: BOTH, kept: [], unsettled: undefined });
  });
});

test.skipIf(process.platform === "win32")(
  "RT-37 a manifest that keeps disappearing stays in force, though it is missing at every check",
  async () => {
    await using ours = await ourDirectory(TREE);
    await made(ours);
    const away = ours.path("plugins-away");
    const other = spawn("sh", [
      "-c",
      'while [ -e "$2" ]; do mv "$0" "$1" && sleep 0.03; mv "$1" "$0"; done',
      ours.path("plugins"),
      away,
      ours.path("config.toml"),
    ]);
    const ended = new Promise((resolve) => other.on("exit", resolve));
    try {
      for (let round = 0; round < 5; round++) expect((await made(ours)).hooks).toEqual(BOTH);
    } finally {
      rmSync(ours.path("config.toml"));
      await ended;
    }
  },
);
