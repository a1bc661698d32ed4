import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BOTH, CONFIG, fifo, guard, GUARD, made, TREE, type Ours } from "./guard-and-other.ts";
import { ourDirectory } from "./our-directory.ts";

/** Something that happens to the files, and what the user is told of it. */
interface Fault {
  readonly what: string;
  readonly spoil: (ours: Ours) => void;
  readonly told: RegExp;
}

const replaced = (text: string | Uint8Array) => (ours: Ours) => writeFileSync(guard(ours), text);
const inPlaceOf = (file: (ours: Ours) => string, put: (path: string) => void) => (ours: Ours) => {
  rmSync(file(ours), { recursive: true });
  put(file(ours));
};
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
