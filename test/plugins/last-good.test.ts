import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";

import { describe, expect, test } from "vitest";

import { lastGoodFile, readLastGood } from "../../src/state/last-good.ts";
import { isIndexFresh, parseIndex } from "../../src/plugins/dispatch-index/read.ts";
import { rebuildIndex } from "../../src/plugins/dispatch-index/rebuild.ts";
import { withRecalled } from "../../src/plugins/recall.ts";
import { EMPTY_LISTING } from "../../src/plugins/sources/source.ts";
import { AGENTS } from "./manifest-text.ts";
import { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const CLOSED = 'on-failure = "closed"';
const GUARD = manifest("guard", hook("deny", "PreToolUse", CLOSED));
const CONFIG = '[[plugin-source]]\nname = "team"\npath = "team"\n\n[plugins]\ndisable = ["noisy"]\n';
const TREE = { "config.toml": CONFIG, plugins: { guard: GUARD }, team: { other: manifest("other", hook("look", "Stop")) } };
const BOTH = ["guard/deny", "other/look"];

async function made({ context, places }: Ours, folder: string | null = null) {
  const rebuilt = await rebuildIndex({ context, places, folder, program: "1", agents: AGENTS });
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  const hooks = [...(index?.body.matchAll(/\t([\w-]+\/[\w-]+)\t/g) ?? [])].map(([, id]) => id!).sort();
  return { hooks, kept: index?.header.kept ?? [], problems: index?.header.problems ?? [], unsettled: index?.header.unsettled };
}

/** Something that happens to the files, and what the user is told of it. */
interface Fault {
  readonly what: string;
  readonly spoil: (ours: Ours) => void;
  readonly told: RegExp;
}

const guard = (ours: Ours) => ours.path("plugins", "guard", "SYMPOSIUM.toml");
const replaced = (text: string | Uint8Array) => (ours: Ours) => writeFileSync(guard(ours), text);
const inPlaceOf = (file: (ours: Ours) => string, put: (path: string) => void) => (ours: Ours) => {
  rmSync(file(ours), { recursive: true });
  put(file(ours));
};
const fifo = (path: string) => void execFileSync("mkfifo", [path]);
const nowhere = (path: string) => symlinkSync("/nowhere/at/all", path);

const FAULTS: readonly Fault[] = [
  { what: "a manifest with a syntax error", spoil: (ours) => appendFileSync(guard(ours), "\n[[hooks"), told: /not valid TOML/ },
  { what: "an empty manifest", spoil: (ours) => truncateSync(guard(ours), 0), told: /`name` is missing/ },
  { what: "a manifest of zero bytes", spoil: replaced("\0".repeat(80)), told: /not valid TOML/ },
  { what: "a manifest in UTF-16", spoil: replaced(Buffer.from(GUARD["SYMPOSIUM.toml"], "utf16le")), told: /UTF-8|TOML/ },
  { what: "a manifest of 2 MiB", spoil: replaced(`# ${"x".repeat(2 * 1024 * 1024)}`), told: /larger than 1 MiB/ },
  { what: "a manifest that is a pipe", spoil: inPlaceOf(guard, fifo), told: /is not a file/ },
  { what: "a manifest that is a folder", spoil: inPlaceOf(guard, (path) => mkdirSync(path)), told: /is no longer a manifest/ },
  { what: "a manifest that is a link to nowhere", spoil: inPlaceOf(guard, nowhere), told: /is a dangling link/ },
  { what: "a manifest that is a link to itself", spoil: inPlaceOf(guard, (path) => symlinkSync(path, path)), told: /ELOOP/ },
  { what: "an unknown event", spoil: replaced(GUARD["SYMPOSIUM.toml"].replace("PreToolUse", "BeforeLunch")), told: /unknown event/ },
  { what: "a hook without its name", spoil: replaced(GUARD["SYMPOSIUM.toml"].replace('name = "deny"', "")), told: /`name` is missing/ },
  {
    what: "hooks under a misspelt key",
    spoil: replaced(GUARD["SYMPOSIUM.toml"].replace("[[hooks]]", "[[hook]]")),
    told: /unknown key `hook`/,
  },
  {
    what: "an unknown ecosystem in the gate",
    spoil: replaced(GUARD["SYMPOSIUM.toml"].replace('"*"', '"cago:serde"')),
    told: /unknown ecosystem/,
  },
  {
    what: "a plugin folder that is a link to nowhere",
    spoil: inPlaceOf((ours) => ours.path("plugins", "guard"), nowhere),
    told: /dangling link/,
  },
  {
    what: "a source that is a file",
    spoil: inPlaceOf(
      (ours) => ours.path("plugins"),
      (path) => writeFileSync(path, ""),
    ),
    told: /is not a folder/,
  },
  { what: "a source that is a link to nowhere", spoil: inPlaceOf((ours) => ours.path("plugins"), nowhere), told: /dangling link/ },
  {
    what: "a manifest at the top of a source",
    spoil: (ours) => writeFileSync(ours.path("plugins", "SYMPOSIUM.toml"), "name = 'x'"),
    told: /root contains/,
  },
  {
    what: "a configured folder that is gone",
    spoil: (ours) => renameSync(ours.path("team"), ours.path("gone")),
    told: /the folder does not exist/,
  },
  {
    what: "a config with a syntax error",
    spoil: (ours) => appendFileSync(ours.path("config.toml"), "= ="),
    told: /config\.toml:\d+:\d+: not valid TOML/,
  },
  { what: "an emptied config", spoil: (ours) => truncateSync(ours.path("config.toml"), 0), told: /config\.toml: is empty/ },
  { what: "a config that is a pipe", spoil: inPlaceOf((ours) => ours.path("config.toml"), fifo), told: /config\.toml: is not a file/ },
  { what: "a config that is a link to nowhere", spoil: inPlaceOf((ours) => ours.path("config.toml"), nowhere), told: /dangling link/ },
  {
    what: "a source whose path is misspelt",
    spoil: (ours) => writeFileSync(ours.path("config.toml"), CONFIG.replace("path", "pth")),
    told: /unknown key `pth`/,
  },
  {
    what: "a source with two places",
    spoil: (ours) => writeFileSync(ours.path("config.toml"), CONFIG.replace("path =", 'git = "x/y"\npath =')),
    told: /exactly one of/,
  },
  {
    what: "sources under a misspelt key",
    spoil: (ours) => writeFileSync(ours.path("config.toml"), CONFIG.replace("plugin-source", "plugin-sourcs")),
    told: /unknown key `plugin-sourcs`/,
  },
  {
    what: "a path that leads elsewhere",
    spoil: (ours) => writeFileSync(ours.path("config.toml"), CONFIG.replace('"team"\n\n', '"taem"\n\n')),
    told: /taem: source `team`: the folder does not exist/,
  },
];

describe.skipIf(process.platform === "win32").each(FAULTS)("RT-37 with $what", ({ spoil, told }) => {
  test("everything that was active stays so, in a folder never seen before too, and comes back unharmed", async () => {
    await using ours = await ourDirectory(TREE);
    expect(await made(ours)).toMatchObject({ hooks: BOTH, kept: [] });
    const untouched = await ourDirectory(TREE);
    spoil(ours);
    for (const folder of [null, "/never/seen"]) {
      const now = await made(ours, folder);
      expect(now.hooks).toEqual(BOTH);
      expect(now.kept.filter((text) => told.test(text) && text.includes("stays in force"))).toHaveLength(1);
    }
    for (const each of ["config.toml", "plugins", "team", "gone"]) rmSync(ours.path(each), { recursive: true, force: true });
    for (const each of ["config.toml", "plugins", "team"]) renameSync(untouched.path(each), ours.path(each));
    expect(await made(ours)).toMatchObject({ hooks: BOTH, kept: [], problems: [] });
    await untouched[Symbol.asyncDispose]();
  });
});

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
    unread: [{ folder: "/s/a", problem: { severity: "error", file: "/s/a", message: "cannot be read (EACCES)" }, mayPass: true }],
  } as const;
  const good = { name: "s", root: "/s", plugins: [{ directory: "a", file: "SYMPOSIUM.toml", text: "", hooks: [], closed: [], since: 0 }] };

  test("is checked again with every call, where a plugin was there", () => {
    expect(withRecalled(listing, "/s", () => good)).toMatchObject({
      plugins: ["/s/a"],
      mayPass: true,
      problems: [{ inForce: "1970-01-01 00:00 UTC" }],
    });
    expect(withRecalled(listing, "/s", () => undefined)).toEqual({ plugins: [], mayPass: false, problems: [] });
  });

  test("makes an index that is never fresh", async () => {
    await using ours = await ourDirectory(TREE);
    const { context, places } = ours;
    const rebuilt = await rebuildIndex({ context, places, folder: null, program: "1", agents: AGENTS });
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
