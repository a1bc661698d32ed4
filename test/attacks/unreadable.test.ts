/**
 * Config, sources, folders and manifests that cannot be read or no longer validate: permissions as an ordinary user, other kinds of files in their
 * place, links to nowhere, half-typed edits. The guard denies in a known project and in one never seen, and afterwards nothing is lost.
 */

import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  ALLOWS,
  DENIES,
  expectDenied,
  expectOpen,
  guard,
  GUARD_REASON,
  GUARDED,
  guardedHome,
  type GuardedHome,
  SOME,
} from "./guarded-home.ts";
import { fewer, sampled } from "../support/thoroughness.ts";

/** Root may read everything, so tests that run as root make the calls as another user. */
const USER = 54_321;
const isRoot = process.getuid?.() === 0;
const mayBecome = isRoot && spawnSync("setpriv", ["--reuid", String(USER), "true"]).status === 0;
const user = mayBecome ? { user: USER } : {};

let home: GuardedHome;
let kept: string;
let projects = 0;

beforeAll(async () => {
  home = await guardedHome({ ...user, agents: GUARDED });
  kept = join(home.path, "kept");
  mkdirSync(kept);
  for (const each of ["plugins", "config.toml"]) cpSync(home.ours(each), join(kept, each), { recursive: true });
  if (mayBecome) execFileSync("chown", ["-R", `${USER}:${USER}`, kept]);
}, 120_000);

afterAll(() => home?.[Symbol.asyncDispose]());

const manifest = () => home.ours("plugins", "guard", "SYMPOSIUM.toml");
const config = () => home.ours("config.toml");

/** A repository in which no call was ever made. */
function newProject(): string {
  projects += 1;
  const folder = join(home.path, `new-${projects}`);
  mkdirSync(join(folder, ".git"), { recursive: true });
  if (mayBecome) for (const each of [folder, join(folder, ".git")]) chownSync(each, USER, USER);
  return folder;
}

/** Everything as it was, by other means than those that damaged it. */
function restore(): void {
  for (const each of ["plugins", "config.toml"]) {
    spawnSync("chmod", ["-R", "u+rwX", home.ours(each)]);
    rmSync(home.ours(each), { recursive: true, force: true });
    execFileSync("cp", ["-a", join(kept, each), home.ours(each)]);
  }
}

const inPlaceOf = (path: () => string, put: (path: string) => void) => () => {
  rmSync(path(), { recursive: true });
  put(path());
};
const fifo = (path: string) => void execFileSync("mkfifo", ["-m", "666", path]);
const nowhere = (path: string) => symlinkSync("/nowhere/at/all", path);

const SPOILT: readonly (readonly [what: string, spoil: () => void])[] = [
  ["a manifest with a syntax error", () => appendFileSync(manifest(), "\n[[hooks")],
  ["an empty manifest", () => truncateSync(manifest(), 0)],
  ["a manifest of zero bytes", () => writeFileSync(manifest(), "\0".repeat(200))],
  ["a manifest in UTF-16", () => writeFileSync(manifest(), Buffer.from(readFileSync(manifest(), "utf8"), "utf16le"))],
  ["a manifest of 2 MiB", () => appendFileSync(manifest(), `# ${"x".repeat(2 * 1024 * 1024)}`)],
  [
    "a manifest with unknown events",
    () => writeFileSync(manifest(), readFileSync(manifest(), "utf8").replaceAll(/event = "\w+"/g, 'event = "Lunch"')),
  ],
  ["a manifest that is a pipe", inPlaceOf(manifest, fifo)],
  ["a manifest that is a folder", inPlaceOf(manifest, (path) => mkdirSync(path))],
  ["a manifest that is a link to nowhere", inPlaceOf(manifest, nowhere)],
  ["a plugin that is a link to nowhere", inPlaceOf(() => home.ours("plugins", "guard"), nowhere)],
  [
    "a file in place of the plugins",
    inPlaceOf(
      () => home.ours("plugins"),
      (path) => writeFileSync(path, ""),
    ),
  ],
  ["a link to nowhere in place of the plugins", inPlaceOf(() => home.ours("plugins"), nowhere)],
  ["a manifest at the top of the plugins", () => writeFileSync(home.ours("plugins", "SYMPOSIUM.toml"), "name = 'x'\n")],
  ["a config with a syntax error", () => appendFileSync(config(), "\n= =")],
  ["an emptied config", () => truncateSync(config(), 0)],
  ["a config that is a pipe", inPlaceOf(config, fifo)],
  ["a config that is a folder", inPlaceOf(config, (path) => mkdirSync(path))],
];

const chmod = (mode: number, path: () => string) => () => chmodSync(path(), mode);

const FORBIDDEN: typeof SPOILT = [
  ["plugins that may not be read", chmod(0, () => home.ours("plugins"))],
  ["plugins that may not be entered", chmod(0o600, () => home.ours("plugins"))],
  ["a plugin that may not be read", chmod(0, () => home.ours("plugins", "guard"))],
  ["a plugin that may not be entered", chmod(0o600, () => home.ours("plugins", "guard"))],
  ["a manifest that may not be read", chmod(0, manifest)],
  ["a config that may not be read", chmod(0, config)],
];

async function holds(spoil: () => void, mayStart: () => boolean): Promise<void> {
  spoil();
  try {
    // While its program can be started the guard itself denies, not only its policy.
    const denial = mayStart() ? { reason: GUARD_REASON } : {};
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), denial);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { cwd: newProject() }), denial);
    for (const agent of GUARDED) expect(existsSync(home.ours("idle", `${agent}.PreToolUse`))).toBe(false);
  } finally {
    restore();
  }
  for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
}

describe.skipIf(process.platform === "win32")("RT-37 the registered command of an agent denies with", () => {
  test.each(fewer(sampled(SPOILT, ([what]) => what.split(" ").slice(0, 4).join(" "))))("%s", { timeout: 120_000 }, (_, spoil) =>
    holds(spoil, () => existsSync(home.ours("plugins", "guard", "guard.sh"))),
  );
});

// As root without a way to become someone else nothing is forbidden, so nothing would be shown.
describe.skipIf(process.platform === "win32" || (isRoot && !mayBecome))(
  "RT-37 in processes of an ordinary user the guard holds with",
  () => {
    test.each(fewer(FORBIDDEN))("%s", { timeout: 120_000 }, (what, spoil) => holds(spoil, () => /^a manifest|^a config/.test(what)));

    test("plugins that may not be read for one call, without a stamp that shows it", { timeout: 120_000 }, async () => {
      const before = home.ours("plugins");
      chmodSync(before, 0);
      for (const agent of SOME) await expectDenied(agent, await home.call(agent));
      chmodSync(before, 0o755);
      for (const agent of GUARDED) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    });
  },
);

describe.skipIf(process.platform === "win32")("RT-37 a source of the config", () => {
  test("that is gone keeps its guard, and one that is taken out of the config does not", { timeout: 120_000 }, async () => {
    await using other = await guardedHome({ script: ALLOWS, files: { team: { strict: guard(DENIES) } } });
    const own = readFileSync(other.ours("config.toml"), "utf8");
    writeFileSync(other.ours("config.toml"), `${own}\n[[plugin-source]]\nname = "team"\npath = "../team"\n`);
    for (const agent of SOME) await expectDenied(agent, await other.call(agent), { reason: GUARD_REASON });
    renameSync(join(other.path, "team"), join(other.path, "moved"));
    for (const agent of SOME) await expectDenied(agent, await other.call(agent));
    const project = join(other.path, "never-seen");
    mkdirSync(join(project, ".git"), { recursive: true });
    for (const agent of SOME) await expectDenied(agent, await other.call(agent, { cwd: project }));
    writeFileSync(other.ours("config.toml"), `${own}\n[[plugin-sourec]]\nname = "team"\npath = "../moved"\n`);
    for (const agent of SOME) await expectDenied(agent, await other.call(agent));
    writeFileSync(other.ours("config.toml"), own);
    for (const agent of SOME) await expectOpen(agent, await other.call(agent));
  });
});
