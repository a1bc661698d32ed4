import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { openAnswers } from "../../src/predicates/open-answers.ts";
import { refreshAnswers, type RefreshPlace } from "../../src/predicates/refresh-answers.ts";
import { readAnswers } from "../../src/predicates/stored-answers.ts";
import type { Asked } from "../../src/predicates/surroundings.ts";

const NIX: Asked = { kind: "custom", name: "uses_nix", argument: "" };
const MINUTE = 60_000;

describe("stored answers", () => {
  test("I71 I74 the same question is asked once, and a stored answer saves the process", async () => {
    await using world = await worldWith("exit 0");
    await world.refresh([NIX, NIX, { ...NIX }]);
    expect(world.times()).toBe(1);
    world.place = { ...world.place, now: () => 1_000 * 24 * 60 * MINUTE };
    expect((await world.refresh([NIX])).answers.answered(NIX)).toBe(true);
    expect(world.times()).toBe(1);
    await world.refresh([{ ...NIX, argument: "other" }]);
    expect(world.times()).toBe(2);
  });

  test("I75 an answer that has expired is asked again, and counts until then", async () => {
    await using world = await worldWith(`echo '{"watchTime":5000}'`);
    await world.refresh([NIX]);
    expect(world.answers().watchedFor([NIX])).toMatchObject({ at: 1_000_000, until: 1_005_000 });
    world.at(1_004_999);
    expect(world.answers().staleOf([NIX])).toEqual([]);
    world.at(1_005_000);
    expect(world.answers().answered(NIX)).toBe(true);
    await world.refresh([NIX]);
    expect(world.times()).toBe(2);
  });

  test("I78 an answer that lasts no time never saves the process", async () => {
    await using world = await worldWith(`echo '{"watchTime":0}'`);
    await world.refresh([NIX]);
    await world.refresh([NIX]);
    expect(world.times()).toBe(2);
    expect(world.answers().answered(NIX)).toBe(true);
    expect(world.answers().watchedFor([NIX])).not.toHaveProperty("until");
  });

  test("I79 a watched file that grows, goes or comes makes the answer stale", async () => {
    await using world = await worldWith(`echo '{"watchFile":"a.toml"}'; echo '{"watchFile":"missing"}'`);
    const file = join(world.place.folder, "a.toml");
    const isStale = async () => {
      await world.refresh([NIX]);
      expect(world.answers().staleOf([NIX])).toEqual([]);
      return () => world.answers().staleOf([NIX]).length === 1;
    };
    writeFileSync(file, "1");
    const grown = await isStale();
    appendFileSync(file, "2");
    expect(grown()).toBe(true);
    const gone = await isStale();
    rmSync(file);
    expect(gone()).toBe(true);
    const come = await isStale();
    writeFileSync(join(world.place.folder, "missing"), "");
    expect(come()).toBe(true);
    expect(
      world
        .answers()
        .watchedFor([NIX])
        .files.map(([path]) => path),
    ).toContain(join(world.place.folder, "missing"));
  });

  test("PL-10 a watched variable makes the answer stale, and its value is nowhere in the file", async () => {
    await using world = await worldWith(`echo '{"watchEnv":"TOKEN"}'`);
    const base = world.place.env;
    const isStaleWith = (env: Record<string, string>) => {
      world.place = { ...world.place, env: { ...base, ...env } };
      return world.answers().staleOf([NIX]).length === 1;
    };
    await world.refresh([NIX]);
    expect([isStaleWith({}), isStaleWith({ TOKEN: "" }), isStaleWith({ TOKEN: "secret-word" })]).toEqual([false, true, true]);
    await world.refresh([NIX]);
    expect([isStaleWith({ TOKEN: "secret-word" }), isStaleWith({ TOKEN: "other" }), isStaleWith({})]).toEqual([false, true, true]);
    expect(readFileSync(world.file, "utf8")).not.toContain("secret-word");
    expect(statSync(world.file).mode & 0o777).toBe(0o600);
  });

  test("PL-10 a command without watches lasts ten minutes", async () => {
    await using world = await worldWith("");
    const asked: Asked = { kind: "shell", command: "echo x >> ran" };
    await world.refresh([asked]);
    world.at(1_000_000 + 10 * MINUTE - 1);
    expect(world.answers().staleOf([asked])).toEqual([]);
    world.at(1_000_000 + 10 * MINUTE);
    expect(world.answers().staleOf([asked])).toEqual([asked]);
    expect(world.answers().answered(asked)).toBe(true);
  });

  test("PL-10 a command that changes, in its file or in its definition, is asked anew", async () => {
    await using world = await worldWith("exit 0");
    await world.refresh([NIX]);
    const [definition] = world.place.definitions;
    const place = world.place;
    world.place = { ...place, definitions: [{ ...definition!, command: { ...definition!.command, args: ["--more"] } }] };
    expect(world.answers().staleOf([NIX]).length).toBe(1);
    world.place = { ...place, definitions: [{ ...definition!, plugin: "another" }] };
    expect([world.answers().staleOf([NIX]).length, world.answers().answered(NIX)]).toEqual([1, undefined]);
    world.place = place;
    expect(world.answers().staleOf([NIX])).toEqual([]);
    appendFileSync(definition!.command.path, "exit 1\n");
    expect(world.answers().staleOf([NIX]).length).toBe(1);
  });

  test("PL-10 a program that fails is no for this run, is never stored, and its earlier answer is forgotten", async () => {
    await using world = await worldWith(`echo '{"watchTime":1000}'`);
    await world.refresh([NIX]);
    expect(world.answers().answered(NIX)).toBe(true);
    world.at(1_002_000);
    rmSync(world.place.definitions[0]!.command.path);
    const refreshed = await world.refresh([NIX]);
    expect(refreshed.failures).toMatchObject([{ question: { name: "uses_nix" }, message: expect.stringContaining("not found") }]);
    expect([refreshed.answers.answered(NIX), world.answers().answered(NIX)]).toEqual([undefined, undefined]);
    expect(readAnswers(world.file)).toEqual([]);
    expect(world.answers().staleOf([NIX]).length).toBe(1);
  });

  test("I69 what nobody defines is never asked", async () => {
    await using world = await worldWith("exit 0");
    const refreshed = await world.refresh([{ kind: "custom", name: "nobody", argument: "" }]);
    expect([refreshed.asked, refreshed.failures, existsSync(world.file)]).toEqual([[], [], false]);
    expect(refreshed.answers.answered({ kind: "custom", name: "nobody", argument: "" })).toBeUndefined();
  });

  test.each([
    ["set back", 1_000_000 - MINUTE],
    ["set far back", 0],
  ])("PL-10 a clock that was %s keeps no answer for ever", async (_, now) => {
    await using world = await worldWith(`echo '{"watchTime":86400000}'`);
    await world.refresh([NIX]);
    world.at(now);
    expect(world.answers().staleOf([NIX]).length).toBe(1);
    await world.refresh([NIX]);
    expect(world.answers().staleOf([NIX])).toEqual([]);
  });

  test("PL-10 answers that cannot be written still count for this run, and the trouble is told", async () => {
    await using world = await worldWith("exit 0");
    writeFileSync(join(world.root, "store"), "a file where the folder should be");
    const refreshed = await world.refresh([NIX]);
    expect([refreshed.answers.answered(NIX), refreshed.trouble]).toEqual([true, expect.stringContaining("cannot be written")]);
  });
});

interface World {
  place: RefreshPlace;
  readonly root: string;
  readonly file: string;
  readonly at: (now: number) => void;
  readonly times: () => number;
  readonly answers: () => ReturnType<typeof openAnswers>;
  readonly refresh: (asked: readonly Asked[]) => ReturnType<typeof refreshAnswers>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A workspace and a plugin whose predicate `uses_nix` counts its calls and then runs the script. */
async function worldWith(script: string): Promise<World> {
  const files: FsFixture = await createFixture({ "plugin/nix.sh": `echo x >> "$COUNT"\n${script}\n`, "w/keep": "" });
  chmodSync(files.getPath("plugin/nix.sh"), 0o755);
  const count = files.getPath("count");
  const definition = {
    plugin: "nix",
    name: "uses_nix",
    command: { kind: "script", path: files.getPath("plugin/nix.sh"), args: [] },
  } as const;
  const env = { PATH: process.env["PATH"], COUNT: count };
  const file = files.getPath("store/answers.json");
  const world: World = {
    place: { env, os: "linux", folder: files.getPath("w"), definitions: [definition], now: () => 1_000_000 },
    root: files.path,
    file,
    at: (now) => void (world.place = { ...world.place, now: () => now }),
    times: () => (existsSync(count) ? readFileSync(count, "utf8").split("\n").length - 1 : 0),
    answers: () => openAnswers(file, world.place),
    refresh: (asked) => refreshAnswers(file, asked, world.place),
    [Symbol.asyncDispose]: () => files.rm(),
  };
  return world;
}
