import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { openAnswers, readAnswers } from "../../../src/plugins/gates/answers.ts";
import type { Asked } from "../../../src/plugins/gates/predicate.ts";
import { refreshAnswers, type RefreshPlace } from "../../../src/plugins/gates/refresh-answers.ts";

const NIX: Asked = { kind: "custom", name: "uses_nix", argument: "" };
const MINUTE = 60_000;

describe("stored answers", () => {
  test("I71 I74 the same question is asked once, and a stored answer saves the process", async () => {
    await using sandbox = await sandboxWith("exit 0");
    await sandbox.refresh([NIX, NIX, { ...NIX }]);
    expect(sandbox.times()).toBe(1);
    sandbox.place = { ...sandbox.place, now: () => 1_000 * 24 * 60 * MINUTE };
    expect((await sandbox.refresh([NIX])).answers.answered(NIX)).toBe(true);
    expect(sandbox.times()).toBe(1);
    await sandbox.refresh([{ ...NIX, argument: "other" }]);
    expect(sandbox.times()).toBe(2);
  });

  test("I75 an answer that has expired is asked again, and counts until then", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchTime":5000}'`);
    await sandbox.refresh([NIX]);
    expect(sandbox.answers().watchedFor([NIX])).toMatchObject({ at: 1_000_000, until: 1_005_000 });
    sandbox.at(1_004_999);
    expect(sandbox.answers().staleOf([NIX])).toEqual([]);
    sandbox.at(1_005_000);
    expect(sandbox.answers().answered(NIX)).toBe(true);
    await sandbox.refresh([NIX]);
    expect(sandbox.times()).toBe(2);
  });

  test("I78 an answer that lasts no time never saves the process", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchTime":0}'`);
    await sandbox.refresh([NIX]);
    await sandbox.refresh([NIX]);
    expect(sandbox.times()).toBe(2);
    expect(sandbox.answers().answered(NIX)).toBe(true);
    expect(sandbox.answers().watchedFor([NIX]).until).toBeUndefined();
  });

  test("I79 a watched file that grows, goes or comes makes the answer stale", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchFile":"a.toml"}'; echo '{"watchFile":"missing"}'`);
    const file = join(sandbox.place.folder, "a.toml");
    const isStale = async () => {
      await sandbox.refresh([NIX]);
      expect(sandbox.answers().staleOf([NIX])).toEqual([]);
      return () => sandbox.answers().staleOf([NIX]).length === 1;
    };
    writeFileSync(file, "1");
    const grown = await isStale();
    appendFileSync(file, "2");
    expect(grown()).toBe(true);
    const gone = await isStale();
    rmSync(file);
    expect(gone()).toBe(true);
    const come = await isStale();
    writeFileSync(join(sandbox.place.folder, "missing"), "");
    expect(come()).toBe(true);
    expect(
      sandbox
        .answers()
        .watchedFor([NIX])
        .files.map(([path]) => path),
    ).toContain(join(sandbox.place.folder, "missing"));
  });

  test("PL-10 a watched variable makes the answer stale, and its value is nowhere in the file", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchEnv":"TOKEN"}'`);
    const base = sandbox.place.env;
    const isStaleWith = (env: Record<string, string>) => {
      sandbox.place = { ...sandbox.place, env: { ...base, ...env } };
      return sandbox.answers().staleOf([NIX]).length === 1;
    };
    await sandbox.refresh([NIX]);
    expect([isStaleWith({}), isStaleWith({ TOKEN: "" }), isStaleWith({ TOKEN: "secret-word" })]).toEqual([false, true, true]);
    await sandbox.refresh([NIX]);
    expect([isStaleWith({ TOKEN: "secret-word" }), isStaleWith({ TOKEN: "other" }), isStaleWith({})]).toEqual([false, true, true]);
    expect(readFileSync(sandbox.file, "utf8")).not.toContain("secret-word");
    expect(statSync(sandbox.file).mode & 0o777).toBe(0o600);
  });

  test("PL-10 a command without watches lasts ten minutes", async () => {
    await using sandbox = await sandboxWith("");
    const asked: Asked = { kind: "shell", command: "echo x >> ran" };
    await sandbox.refresh([asked]);
    sandbox.at(1_000_000 + 10 * MINUTE - 1);
    expect(sandbox.answers().staleOf([asked])).toEqual([]);
    sandbox.at(1_000_000 + 10 * MINUTE);
    expect(sandbox.answers().staleOf([asked])).toEqual([asked]);
    expect(sandbox.answers().answered(asked)).toBe(true);
  });

  test("PL-10 a command that changes, in its file or in its definition, is asked again", async () => {
    await using sandbox = await sandboxWith("exit 0");
    await sandbox.refresh([NIX]);
    const [definition] = sandbox.place.definitions;
    const place = sandbox.place;
    sandbox.place = { ...place, definitions: [{ ...definition!, command: { ...definition!.command, args: ["--more"] } }] };
    expect(sandbox.answers().staleOf([NIX]).length).toBe(1);
    sandbox.place = { ...place, definitions: [{ ...definition!, plugin: "another" }] };
    expect([sandbox.answers().staleOf([NIX]).length, sandbox.answers().answered(NIX)]).toEqual([1, undefined]);
    sandbox.place = place;
    expect(sandbox.answers().staleOf([NIX])).toEqual([]);
    appendFileSync(definition!.command.path, "exit 1\n");
    expect(sandbox.answers().staleOf([NIX]).length).toBe(1);
  });

  test("PL-10 a program that fails counts as no until it answers, its failure is stored, and its earlier answer is forgotten", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchTime":1000}'`);
    await sandbox.refresh([NIX]);
    expect(sandbox.answers().answered(NIX)).toBe(true);
    sandbox.at(1_002_000);
    rmSync(sandbox.place.definitions[0]!.command.path);
    const refreshed = await sandbox.refresh([NIX]);
    expect(refreshed.failures).toMatchObject([{ question: { name: "uses_nix" }, message: expect.stringContaining("missing") }]);
    expect([refreshed.answers.answered(NIX), sandbox.answers().answered(NIX)]).toEqual([undefined, undefined]);
    expect(readAnswers(sandbox.file)).toMatchObject([{ holds: false, failure: expect.stringContaining("missing") }]);
    expect(sandbox.answers().unanswered(NIX)).toMatchObject({ failure: expect.stringContaining("missing") });
    expect(sandbox.answers().staleOf([NIX]).length).toBe(1);
  });

  test("RT-29 a failure does not replace the answer that a closed hook depends on", async () => {
    await using sandbox = await sandboxWith(`echo '{"watchTime":1000}'`);
    await sandbox.refresh([NIX]);
    sandbox.at(1_002_000);
    rmSync(sandbox.place.definitions[0]!.command.path);
    const refreshed = await refreshAnswers(sandbox.file, [NIX], sandbox.place, [NIX]);
    expect(refreshed.failures).toHaveLength(1);
    expect([refreshed.answers.answered(NIX), sandbox.answers().answered(NIX)]).toEqual([true, true]);
  });

  test("I69 what no one defines is never asked", async () => {
    await using sandbox = await sandboxWith("exit 0");
    const refreshed = await sandbox.refresh([{ kind: "custom", name: "nobody", argument: "" }]);
    expect([refreshed.asked, refreshed.failures, existsSync(sandbox.file)]).toEqual([[], [], false]);
    expect(refreshed.answers.answered({ kind: "custom", name: "nobody", argument: "" })).toBeUndefined();
  });

  test.each([
    ["set back", 1_000_000 - MINUTE],
    ["set far back", 0],
  ])("PL-10 a clock that was %s keeps no answer for ever", async (_, now) => {
    await using sandbox = await sandboxWith(`echo '{"watchTime":86400000}'`);
    await sandbox.refresh([NIX]);
    sandbox.at(now);
    expect(sandbox.answers().staleOf([NIX]).length).toBe(1);
    await sandbox.refresh([NIX]);
    expect(sandbox.answers().staleOf([NIX])).toEqual([]);
  });

  test("PL-10 answers that cannot be written still count for this run, and the trouble is reported", async () => {
    await using sandbox = await sandboxWith("exit 0");
    writeFileSync(join(sandbox.root, "store"), "a file where the folder should be");
    const refreshed = await sandbox.refresh([NIX]);
    expect([refreshed.answers.answered(NIX), refreshed.trouble]).toEqual([true, expect.stringContaining("cannot write")]);
  });
});

interface Sandbox {
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
async function sandboxWith(script: string): Promise<Sandbox> {
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
  const sandbox: Sandbox = {
    place: { env, os: "linux", folder: files.getPath("w"), definitions: [definition], now: () => 1_000_000 },
    root: files.path,
    file,
    at: (now) => void (sandbox.place = { ...sandbox.place, now: () => now }),
    times: () => (existsSync(count) ? readFileSync(count, "utf8").split("\n").length - 1 : 0),
    answers: () => openAnswers(file, sandbox.place),
    refresh: (asked) => refreshAnswers(file, asked, sandbox.place),
    [Symbol.asyncDispose]: () => files.rm(),
  };
  return sandbox;
}
