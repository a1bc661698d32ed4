import { existsSync, readFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { ask, watchesIn } from "../../../src/plugins/gates/ask.ts";
import type { Question } from "../../../src/plugins/gates/predicate.ts";
import { longEnough } from "../../support/long-enough.ts";

const NO_WATCHES = { files: [], variables: [] };

const env = { PATH: process.env["PATH"] };

describe("asking", () => {
  test("I67 I68 a plugin's own predicate that exits with 0 is yes, and with anything else no", async () => {
    await using files = await createFixture({ "ends.sh": "exit $1\n" });
    const judged = (code: string) => ask(custom(files.getPath("ends.sh"), code, []), { env, os: "linux", folder: files.path });
    expect(await judged("0")).toEqual({ holds: true, watches: NO_WATCHES });
    expect(await judged("1")).toEqual({ holds: false, watches: NO_WATCHES });
    expect(await judged("3")).toEqual({ holds: false, watches: NO_WATCHES });
  });

  test("PL-10 so is a command", async () => {
    expect(await shell("exit 0")).toEqual({ holds: true, watches: NO_WATCHES });
    expect(await shell("exit 1")).toEqual({ holds: false, watches: NO_WATCHES });
    expect(await shell("exit 3")).toEqual({ holds: false, watches: NO_WATCHES });
  });

  test("PL-10 a command runs in the workspace, with nothing to read", async () => {
    await using files = await createFixture({ "in-here": "" });
    expect(await shell('test -f in-here && test -z "$(cat)" && echo \'{"watchFile":"in-here"}\'', files.path)).toMatchObject({
      holds: true,
      watches: { files: ["in-here"] },
    });
  });

  test("I72 I73 the argument follows the fixed ones, and an empty one is not passed", async () => {
    await using files = await createFixture({ "says.sh": 'printf "%s|" "$#" "$@" > said\n' });
    const said = async (argument: string) => {
      await ask(custom(files.getPath("says.sh"), argument, ["--fixed", "a b"]), { env, os: "linux", folder: files.path });
      return readFileSync(files.getPath("said"), "utf8");
    };
    expect(await said("cli >= 0.3; $(x)")).toBe("3|--fixed|a b|cli >= 0.3; $(x)|");
    expect(await said("")).toBe("2|--fixed|a b|");
  });

  test("I70 PL-10 what cannot be started is no, and says that it is not an answer", async () => {
    const folder = process.cwd();
    for (const path of ["no-such-program-here", "/no/such/file", folder]) {
      const question: Question = { kind: "custom", name: "x", argument: "", plugin: "p", command: { kind: "executable", path, args: [] } };
      expect(await ask(question, { env, os: "linux", folder })).toMatchObject({ holds: false, failure: expect.any(String) });
    }
    expect(await shell("no-such-program-here")).toMatchObject({ holds: false, failure: expect.stringContaining("no-such-program-here") });
    expect(await shell("kill -9 $$")).toMatchObject({ holds: false, failure: "was ended by SIGKILL" });
    expect(await shell("true", "/no/such/folder")).toMatchObject({ holds: false, failure: expect.any(String) });
  });

  test("PL-10 a program that takes too long is ended with all it started", async () => {
    await using files = await createFixture({});
    const question: Question = { kind: "shell", command: "(sleep 60; touch late) & echo $! > child; wait" };
    const child = () => (existsSync(files.getPath("child")) ? Number(readFileSync(files.getPath("child"), "utf8")) : 0);
    const askWithin = async (timeoutMs: number) => {
      const answer = await ask(question, { env, os: "linux", folder: files.path, timeoutMs });
      expect(answer).toEqual({ holds: false, watches: NO_WATCHES, failure: `took longer than ${timeoutMs / 1000} s` });
    };
    await longEnough(200, askWithin, () => child() > 0);
    expect(child()).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child()), { timeout: 5_000 }).toBe(false);
    expect(existsSync(files.getPath("late"))).toBe(false);
  });

  test("PL-10 an endless output is cut, and is not an answer", async () => {
    expect(await shell("head -c 3000000 /dev/zero | tr '\\0' x")).toMatchObject({ holds: false, failure: "wrote more than 1 MiB" });
  });
});

describe("what a program watches", () => {
  test("I76 blank and unknown lines are skipped", () => {
    const lines = [
      "",
      "checking…",
      '{"watchFile":"a.toml"}',
      '{"watchFile":"a.toml"}',
      '  {"watchEnv":"CI"}\r',
      '{"watchTime":5000}',
      '{"watchTime":900}',
      '{"selectedCrate":{"name":"x"}}',
      '{"else":1}',
      '{"watchFile":7}',
      '{"watchTime":"soon"}',
      '{"watchTime":-1}',
      '["watchFile"]',
      "{broken",
      "null",
    ];
    expect(watchesIn(lines.join("\n"))).toEqual({ files: ["a.toml"], variables: ["CI"], time: 900 });
  });

  test("I77 an output that is not text has no events", async () => {
    expect(watchesIn("")).toEqual(NO_WATCHES);
    expect(await shell("printf '{\"watchTime\":1}\\n\\377\\376\\n'")).toEqual({ holds: true, watches: NO_WATCHES });
  });

  test("PL-10 a time beyond all measure becomes a year, and there is an end to what is watched", () => {
    expect(watchesIn('{"watchTime":1e300}').time).toBe(31_536_000_000);
    const many = Array.from({ length: 1_000 }, (_, at) => `{"watchFile":"f${at}"}`).join("\n");
    expect(watchesIn(many).files.length).toBe(256);
  });
});

function shell(command: string, folder = process.cwd()) {
  return ask({ kind: "shell", command }, { env, os: "linux", folder });
}

function custom(path: string, argument: string, args: readonly string[]): Question {
  return { kind: "custom", name: "custom", argument, plugin: "p", command: { kind: "script", path, args } };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
