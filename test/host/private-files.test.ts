import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { appendLine } from "../../src/host/output.ts";
import { buildFixtureProgram, programEnd, RUNTIMES, startProgram } from "./runtimes.ts";

describe("RT-25 lines are appended to private files", () => {
  test("RT-25 file and folders are made on demand, for the user alone", async () => {
    await using fixture = await createFixture();
    const file = join(fixture.path, "a/b/trace.jsonl");
    expect(appendLine(file, '{"one":1}')).toBeUndefined();
    expect(appendLine(file, '{"two":2}')).toBeUndefined();
    expect(readFileSync(file, "utf8")).toBe('{"one":1}\n{"two":2}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(fixture.path, "a/b")).mode & 0o777).toBe(0o700);
    expect(statSync(join(fixture.path, "a")).mode & 0o777).toBe(0o700);
  });

  test("RT-25 a failure is returned, not thrown", async () => {
    await using fixture = await createFixture({ file: "" });
    expect(appendLine(join(fixture.path, "file/trace.jsonl"), "{}")).toContain("ENOTDIR");
    expect(appendLine(fixture.path, "{}")).toContain("EISDIR");
  });

  test.skipIf(process.platform !== "linux")("RT-25 RT-38 nothing is written to a device", () => {
    expect(appendLine("/dev/full", "{}")).toContain("not a regular file");
  });

  test.each(RUNTIMES)("RT-25 lines of concurrent programs never mix under $name", async (runtime) => {
    await using fixture = await createFixture();
    const program = buildFixtureProgram(fixture.path);
    const file = join(fixture.path, "trace/trace.jsonl");
    const writers = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const children = writers.map((writer) => startProgram(runtime, program, ["append", file, "40", writer], ["ignore", "ignore", "pipe"]));
    await Promise.all(children.map(programEnd));
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    const wanted = writers.flatMap((writer) => Array.from({ length: 40 }, (_, n) => `${writer}:${n}:`.padEnd(4000, ".")));
    expect(lines.toSorted()).toEqual(wanted.toSorted());
  });
});
