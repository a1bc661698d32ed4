import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { writeAll } from "../../src/host/output.ts";
import { buildFixtureProgram, programEnd, RUNTIMES, startProgram } from "./runtimes.ts";

let fixture: FsFixture;
let program: string;
beforeAll(async () => {
  fixture = await createFixture();
  program = buildFixtureProgram(fixture.path);
});
afterAll(() => fixture.rm());

describe.each(RUNTIMES)("an answer under $name", (runtime) => {
  test("RT-21 arrives whole through a descriptor that does not block and a reader that is slow", async () => {
    const pipe = join(fixture.path, `pipe-${runtime.name}`);
    execFileSync("mkfifo", [pipe]);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    const child = startProgram(runtime, program, ["write", "1000000", pipe], ["ignore", "ignore", "pipe"]);
    const text = slowlyRead(fd, 2_000_000);
    expect(await programEnd(child)).toMatchObject({ code: 0, said: true });
    expect(await text).toBe("é".repeat(1_000_000));
    closeSync(fd);
  });

  test("RT-21 whose reader has gone is dropped silently", async () => {
    const child = startProgram(runtime, program, ["write", "1000000"], ["ignore", "pipe", "pipe"]);
    child.stdout?.destroy();
    expect(await programEnd(child)).toMatchObject({ code: 0, said: false });
  });
});

test("RT-21 a descriptor that is not open is no reason to throw", () => {
  expect(writeAll(987_654, "{}")).toBe(false);
});

/** Reads until so many bytes have come, with a pause whenever there are none. */
async function slowlyRead(fd: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length);
  for (let read = 0; read < length;) {
    await new Promise((resolve) => setTimeout(resolve, 3));
    try {
      read += readSync(fd, bytes, read, Math.min(50_001, length - read), null);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
  return bytes.toString();
}
