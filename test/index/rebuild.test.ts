import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { readConfig } from "../../src/files/config.ts";
import { indexFile, isIndexFresh, parseIndex } from "../../src/index/read-index.ts";
import { freshenIndex, rebuildIndex } from "../../src/index/rebuild.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { ourDirectory } from "../plugins/our-directory.ts";
import { leaveLock } from "../support/left-lock.ts";
import { hook, manifest } from "../support/plugin.ts";
import { times } from "../support/thoroughness.ts";

type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const rebuild = ({ context, places }: Ours, workspace: string | null = null) =>
  rebuildIndex({ context, places, folder: workspace, program: "1" });

const TREE = { plugins: { a: manifest("a", hook("h", "Stop")) } };

test("RT-28 the index is written where a call looks for it, for the user alone", async () => {
  await using ours = await ourDirectory(TREE);
  const rebuilt = await rebuild(ours, "/w");
  const file = indexFile(ours.places, "/w");
  expect(rebuilt).toMatchObject({ ok: true, text: readFileSync(file, "utf8"), written: true });
  if (process.platform !== "win32") {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(ours.places.index).mode & 0o777).toBe(0o700);
  }
  expect(readdirSync(ours.places.index)).toEqual([basename(file)]);
  expect(readdirSync(ours.places.locks)).toEqual([]);
});

test("RT-28 what was written is fresh until something it was made from changes", async () => {
  await using ours = await ourDirectory({ ...TREE, "config.toml": "" });
  const freshAfter = async (change: () => void) => {
    const rebuilt = await rebuild(ours);
    const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
    const before = isIndexFresh(index!, "1", true);
    change();
    return [before, isIndexFresh(index!, "1", false), isIndexFresh(index!, "1", true)];
  };
  expect(await freshAfter(() => {})).toEqual([true, true, true]);
  expect(await freshAfter(() => writeFileSync(ours.path("config.toml"), "auto-sync = false"))).toEqual([true, false, false]);
  expect(await freshAfter(() => mkdirSync(ours.path("plugins/b")))).toEqual([true, false, false]);
  expect(await freshAfter(() => writeFileSync(ours.path("plugins/a/SYMPOSIUM.toml"), "name = 'a'"))).toEqual([true, true, false]);
  expect(await freshAfter(() => utimesSync(ours.path("plugins/a/SYMPOSIUM.toml"), 1, 1))).toEqual([true, true, false]);
  expect(await freshAfter(() => rmSync(ours.path("config.toml")))).toEqual([true, false, false]);
});

test("RT-28 PL-22 a command that has read everything rebuilds an index made from something else, and leaves any other", async () => {
  await using ours = await ourDirectory({ ...TREE, "config.toml": "" });
  const { context, places } = ours;
  const read = readConfig(places.config);
  if (!read.ok) throw new Error(read.problem.message);
  const request = { context, places, folder: null, program: "1" };
  const known = () => ({
    config: read.config,
    workspace: null,
    loaded: loadPlugins({ config: read.config, places, workspace: null, context }),
  });
  await rebuild(ours);
  const file = indexFile(places, null);
  const { ino } = statSync(file);
  await freshenIndex({ ...request, known: known() });
  expect(statSync(file).ino).toBe(ino);
  const before = known();
  writeFileSync(ours.path("plugins/a/SYMPOSIUM.toml"), manifest("a", hook("h", "PreToolUse"))["SYMPOSIUM.toml"]);
  // It was read before the change: the index is as old, and the next check shows it.
  await freshenIndex({ ...request, known: before });
  expect(isIndexFresh(parseIndex(readFileSync(file, "utf8"))!, "1", true)).toBe(false);
  await freshenIndex({ ...request, known: known() });
  const after = parseIndex(readFileSync(file, "utf8"));
  expect([after?.header.events, isIndexFresh(after!, "1", true)]).toEqual([["PreToolUse"], true]);
});

test("RT-21 RT-37 a broken config is reported, and the one that was last good stays in force", async () => {
  await using ours = await ourDirectory(TREE);
  await rebuild(ours);
  writeFileSync(ours.path("config.toml"), "auto-sync = true\nauto-sync = = 1\n");
  const rebuilt = await rebuild(ours);
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  expect(index?.header.kept).toEqual([expect.stringMatching(/config\.toml:2:\d+: not valid TOML.*, stays in force until this is fixed$/)]);
  expect(index?.header.events).toEqual(["Stop"]);
});

test("RT-21 a broken config leaves the index alone where nothing else is known", async () => {
  await using ours = await ourDirectory(TREE);
  await rebuild(ours);
  const before = readFileSync(indexFile(ours.places, null), "utf8");
  rmSync(ours.path("last-good"), { recursive: true });
  writeFileSync(ours.path("config.toml"), "auto-sync = true\nauto-sync = = 1\n");
  expect(await rebuild(ours)).toEqual({ ok: false, problem: expect.stringMatching(/config\.toml:2:\d+: not valid TOML/) });
  expect(readFileSync(indexFile(ours.places, null), "utf8")).toBe(before);
});

test("problems of config and manifests are in the header", async () => {
  await using ours = await ourDirectory({ "config.toml": "x = 1", plugins: { a: { "SYMPOSIUM.toml": "x = 1" } } });
  const rebuilt = await rebuild(ours);
  expect(rebuilt.ok && parseIndex(rebuilt.text)?.header.problems).toEqual([
    `${ours.path("config.toml")}:1:1: unknown key \`x\``,
    `${ours.path("plugins/a/SYMPOSIUM.toml")}:1:1: unknown key \`x\``,
    `${ours.path("plugins/a/SYMPOSIUM.toml")}:1:1: \`name\` is missing, so this plugin is ignored`,
  ]);
});

test("what cannot be written is given to the caller all the same", async () => {
  await using ours = await ourDirectory({ ...TREE, index: "a file in the way" });
  expect(await rebuild(ours)).toMatchObject({ ok: true, written: false });
  await using noLocks = await ourDirectory({ ...TREE, locks: "a file in the way" });
  expect(await rebuild(noLocks)).toMatchObject({ ok: true, written: false });
});

test("a lock that someone holds is waited for within bounds, and then done without", async () => {
  await using ours = await ourDirectory(TREE);
  const lock = join(ours.places.locks, `index-${basename(indexFile(ours.places, null))}`);
  leaveLock(lock, process.pid);
  expect(await rebuild(ours)).toMatchObject({ ok: true, written: false });
});

test("what another call wrote while we waited for the lock is taken when it is fresh", async () => {
  await using ours = await ourDirectory(TREE);
  const file = indexFile(ours.places, null);
  const first = await rebuild(ours);
  if (!first.ok) throw new Error(first.problem);
  const afterWaitingFor = async (text: string) => {
    writeFileSync(file, text);
    const lock = join(ours.places.locks, `index-${basename(file)}`);
    leaveLock(lock, process.pid);
    // The clock is asked for our own name, and whenever the lock is found taken: it is let go the second time.
    let asked = 0;
    const now = () => {
      if (++asked === 3) rmSync(lock, { recursive: true });
      return Date.now();
    };
    const rebuilt = await rebuild({ ...ours, context: { ...ours.context, now } });
    expect(existsSync(lock)).toBe(false);
    return rebuilt.ok && rebuilt.text;
  };
  const fresh = first.text.replace('"problems":[]', '"problems":["told by the other call"]');
  expect(await afterWaitingFor(fresh)).toBe(fresh);
  expect(await afterWaitingFor(fresh.replace('"program":"1"', '"program":"0"'))).toBe(first.text);
  expect(await afterWaitingFor(fresh.replace('"key":null', '"key":"/other"'))).toBe(first.text);
});

test("many processes at once leave one whole index, and each of them gets it", async () => {
  const plugins = Object.fromEntries(Array.from({ length: 40 }, (_, each) => [`p${each}`, manifest(`p${each}`, hook("h", "Stop"))]));
  await using ours = await ourDirectory({ plugins });
  const script = join(import.meta.dirname, "rebuild-process.ts");
  const run = () => promisify(execFile)(process.execPath, [...TYPESCRIPT, script, ours.context.home]);
  const outputs = await Promise.all(Array.from({ length: times({ quick: 4, sample: 12, all: 12, proof: 12 }) }, run));
  const text = readFileSync(indexFile(ours.places, null), "utf8");
  expect(new Set(outputs.map(({ stdout }) => stdout))).toEqual(new Set([text]));
  expect(readdirSync(ours.places.locks)).toEqual([]);
  expect(readdirSync(ours.places.index)).toEqual(["no-workspace"]);
});
