import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { StdinReading } from "../../src/host/stdin.ts";
import { buildFixtureProgram, programEnd, RUNTIMES, type Runtime, startProgram } from "./runtimes.ts";

const MANY = 64 * 1024 * 1024;
const PATIENT = ["read", "20000", String(MANY)];
const PAYLOAD = '{"tool":"Bash","input":{"command":"écho"}}';
const hasScript = spawnSync("script", ["--version"]).error === undefined;

let fixture: FsFixture;
let program: string;
let pipes = 0;
beforeAll(async () => {
  fixture = await createFixture({ "payload.json": PAYLOAD });
  program = buildFixtureProgram(fixture.path);
});
afterAll(() => fixture.rm());

/** The reading by a program whose stdin the shell arranges; `$@` is its command line. */
async function readingOf(runtime: Runtime, arrange: string, args: readonly string[] = PATIENT): Promise<StdinReading> {
  const shell = { ...runtime, file: "/bin/sh" };
  const child = startProgram(shell, "-c", [arrange, "sh", runtime.file, program, ...args], ["ignore", "ignore", "pipe"]);
  return (await programEnd(child)).said as StdinReading;
}

/** The reading of a pipe by a program that the test writes to through `fd`; no one else has it open for writing. */
async function readingOfPipe(runtime: Runtime, { feed, args = PATIENT, blocks = true }: PipeReading): Promise<StdinReading> {
  const pipe = join(fixture.path, `pipe-${pipes++}`);
  execFileSync("mkfifo", [pipe]);
  // Open for both, so that it opens at once and there is always a writer.
  const fd = openSync(pipe, constants.O_RDWR);
  const child = blocks
    ? startProgram(runtime, program, args, [fd, "ignore", "pipe"])
    : startProgram(runtime, program, [...args, pipe], ["ignore", "ignore", "pipe"]);
  feed(fd);
  const { said } = await programEnd(child);
  closeSync(fd);
  return said as StdinReading;
}

interface PipeReading {
  readonly feed: (fd: number) => void;
  readonly args?: readonly string[];
  readonly blocks?: boolean;
}

/** The reading by a program that Node started, whose stdin is a socket and stays open when `feed` does not end it. */
async function readingOfSocket(
  runtime: Runtime,
  feed: (stdin: NodeJS.WritableStream) => void,
  args: readonly string[] = PATIENT,
): Promise<StdinReading> {
  const child = startProgram(runtime, program, args, ["pipe", "ignore", "pipe"]);
  child.stdin?.on("error", () => {});
  if (child.stdin) feed(child.stdin);
  const { said } = await programEnd(child);
  child.stdin?.destroy();
  return said as StdinReading;
}

const later = (act: () => void, ms = 120) => setTimeout(act, ms);

describe.concurrent.each(RUNTIMES)("stdin under $name", (runtime) => {
  test.each([
    ["a pipe", 'cat payload.json | "$@"'],
    ["a slow pipe", '{ head -c 20 payload.json; sleep 0.2; tail -c +21 payload.json; } | "$@"'],
    ["a file", '"$@" < payload.json'],
    ["a file that was read before", 'printf "skipped\\n" > both; cat payload.json >> both; { read -r line; "$@"; } < both'],
  ])("RT-21 is read to its end: %s", async (_, arrange) => {
    expect(await readingOf(runtime, `cd "${fixture.path}"; ${arrange}`)).toEqual({ kind: "text", text: PAYLOAD });
  });

  test.each(['"$@" < /dev/null', ': | "$@"', '"$@" <&-'])("RT-21 may be empty: %s", async (arrange) => {
    expect(await readingOf(runtime, arrange)).toEqual({ kind: "text", text: "" });
  });

  test("RT-21 that cannot be read is a failure that is reported", async () => {
    expect(await readingOf(runtime, `"$@" 0> "${fixture.path}/write-only"`)).toEqual({
      kind: "failed",
      message: expect.stringContaining("EBADF"),
    });
  });

  test("RT-21 of ten megabytes is read whole, from a pipe and from a socket", async () => {
    const text = `"${"é".repeat(5_000_000)}"`;
    const whole = { kind: "text", text: createHash("sha256").update(text).digest("hex") };
    writeFileSync(join(fixture.path, `large-${runtime.name}`), text);
    expect(await readingOf(runtime, `cat "${fixture.path}/large-${runtime.name}" | "$@"`)).toEqual(whole);
    expect(await readingOfSocket(runtime, (stdin) => stdin.end(text))).toEqual(whole);
  });

  test("RT-21 in pieces is put together, characters included", async () => {
    const bytes = Buffer.from(PAYLOAD);
    const cut = bytes.indexOf(0xc3) + 1;
    const reading = readingOfSocket(runtime, (stdin) => {
      stdin.write(bytes.subarray(0, cut));
      later(() => stdin.end(bytes.subarray(cut)));
    });
    expect(await reading).toEqual({ kind: "text", text: PAYLOAD });
  });

  test("RT-21 of any bytes is text: a byte order mark is dropped, what is not UTF-8 is replaced", async () => {
    expect(await readingOf(runtime, "printf '\\357\\273\\277{}' | \"$@\"")).toEqual({ kind: "text", text: "{}" });
    expect(await readingOf(runtime, "printf 'a\\377\\000b\\303' | \"$@\"")).toEqual({ kind: "text", text: "a\uFFFD\0b\uFFFD" });
  });

  test("RT-21 that is not blocking is waited for", async () => {
    const feed = (fd: number) => {
      later(() => writeSync(fd, PAYLOAD.slice(0, 10)));
      later(() => writeSync(fd, PAYLOAD.slice(10)), 300);
    };
    expect(await readingOfPipe(runtime, { feed, blocks: false })).toEqual({ kind: "unclosed", text: PAYLOAD });
  });

  test("RT-21 that is never closed is done when the payload is complete", async () => {
    expect(await readingOfSocket(runtime, (stdin) => stdin.write(`${PAYLOAD}\n`))).toEqual({ kind: "unclosed", text: `${PAYLOAD}\n` });
    expect(await readingOfPipe(runtime, { feed: (fd) => writeSync(fd, PAYLOAD) })).toEqual({ kind: "unclosed", text: PAYLOAD });
  });

  test("RT-21 that is never closed and never complete is given up", async () => {
    const args = ["read", "300", String(MANY)];
    expect(await readingOfSocket(runtime, (stdin) => stdin.write('{"a":{}'), args)).toEqual({ kind: "unclosed", text: '{"a":{}' });
    expect(await readingOfPipe(runtime, { feed: () => {}, args })).toEqual({ kind: "unclosed", text: "" });
  });

  test("RT-21 longer than allowed is not read on", async () => {
    const small = ["read", "20000", "1000"];
    expect(await readingOf(runtime, 'head -c 1000 /dev/zero | "$@"', small)).toMatchObject({ kind: "text" });
    expect(await readingOf(runtime, 'yes | "$@"', small)).toEqual({ kind: "too-long" });
    expect(await readingOfSocket(runtime, (stdin) => stdin.write("x".repeat(5_000_000)), small)).toEqual({ kind: "too-long" });
  });

  test.skipIf(!hasScript)("RT-21 that is a terminal is answered at once", async () => {
    const said = `${fixture.path}/said-${runtime.name}`;
    const inTerminal = `script -qec "'$1' '$2' read 20000 1000 2>'${said}'" /dev/null </dev/null >/dev/null; cat "${said}" >&2`;
    expect(await readingOf(runtime, inTerminal)).toEqual({ kind: "terminal" });
  });
});
