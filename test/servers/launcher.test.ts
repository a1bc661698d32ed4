/** The launcher in the place of a server: bytes, signals, exit codes and ends, through the built programs. */

import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants as constantsOfFiles,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { attempt } from "../../src/errors.ts";
import { LOG_LIMIT } from "../../src/servers/server-log.ts";
import { program } from "../foundation/programs.ts";
import { isAlive, until } from "../host/runtimes.ts";
import { BUILT } from "../support/home.ts";
import { type TemporaryHome, userOf } from "../support/temporary-home.ts";
import { fewer, inTurns, times, turnsOf } from "../support/thoroughness.ts";
import { endOf, launch, nodeServer, pidIn, run, serversHome, shellServer } from "./launched.ts";

const SERVERS = [
  shellServer("cat", "exec cat"),
  shellServer("zero", "cat >/dev/null; exit 0"),
  shellServer("seven", "echo to-stdout; echo to-stderr >&2; exit 7"),
  shellServer("closes-stdout", "exec >&-; cat >/dev/null"),
  shellServer("closes-stdin", "exec <&-; sleep 30"),
  shellServer("yes", 'echo $$ > "$PID_FILE"; exec yes'),
  nodeServer("flood", "process.stderr.write(Buffer.alloc(3e7, 'x'), () => { process.stdout.write('done'); })"),
  nodeServer("last-words", "process.stdout.write(Buffer.alloc(3e5, 'y'), () => process.exit(3))"),
  nodeServer(
    "stubborn",
    "process.on('SIGTERM', () => {}); require('fs').writeFileSync(process.env.PID_FILE, process.pid + '\\n'); process.stdin.pipe(process.stdout); setInterval(() => {}, 1e6)",
  ),
  shellServer("with-child", 'sleep 300 & echo $! > "$PID_FILE"; exec cat'),
  shellServer("leaves-child", 'sleep 300 & echo $! > "$PID_FILE"; exit 0'),
  shellServer("waits", 'echo $$ > "$PID_FILE"; exec cat'),
  nodeServer(
    "notes-signals",
    "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(s, () => { process.stdout.write(s); if (s !== 'SIGUSR2') process.exit(5); });" +
      " process.stdout.write('ready '); process.stdin.resume()",
  ),
  ...["HUP", "INT", "QUIT", "ABRT", "KILL", "USR1", "SEGV", "PIPE", "ALRM", "TERM"].map((signal) =>
    shellServer(`dies-${signal}`, `kill -${signal} $$; sleep 9`),
  ),
].join("");

/** How long clients wait after TERM. */
const CLIENT_KILLS_MS = 2_000;

/** Reads to the end, with stops. */
async function sizeRead(fd: number, ended: Promise<unknown>): Promise<number> {
  const piece = Buffer.alloc(65_536);
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (let size = 0; ;) {
    const wasOver = isOver;
    const read = attempt(() => readSync(fd, piece)) ?? 0;
    size += read;
    if (read === 0 && wasOver) {
      closeSync(fd);
      return size;
    }
    await wait(read === 0 ? 1 : size % 12);
  }
}

describe.each(BUILT)("MC-11 the process of the launcher, %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  let home: TemporaryHome;
  beforeAll(async () => {
    home = await serversHome(SERVERS);
    await run(form, home, "p/zero");
  });
  afterAll(() => home[Symbol.asyncDispose]());
  const pidFile = (name: string) => home.at(`${form}-${name}.pid`);
  const start = (name: string, env: Readonly<Record<string, string>> = {}) => {
    rmSync(pidFile(name), { force: true });
    return launch(form, home, `p/${name}`, { env: { PID_FILE: pidFile(name), ...env } });
  };

  test.runIf(isTurn())("relays every byte both ways, at the speed of its reader", async () => {
    const child = start("cat");
    const sent = createHash("sha256");
    const received = createHash("sha256");
    let size = 0;
    child.stdout.on("data", (bytes: Buffer) => {
      received.update(bytes);
      size += bytes.length;
    });
    const piece = randomBytes(1_000_000);
    const count = times({ sample: 10, all: 100, proof: 100 });
    for (let at = 0; at < count; at++) {
      piece.writeUInt32LE(at);
      sent.update(piece);
      if (!child.stdin.write(Buffer.from(piece))) await new Promise((resolve) => child.stdin.once("drain", resolve));
      // A reader that stands still for a while.
      if (at === 5) {
        child.stdout.pause();
        setTimeout(() => child.stdout.resume(), 200);
      }
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    expect([size, received.digest("hex")]).toEqual([count * 1_000_000, sent.digest("hex")]);
  });

  test.runIf(isTurn())("relays every byte though it stands still for longer than it waits", async () => {
    for (let round = 0; round < times({ sample: 1, all: 8, proof: 12 }); round++) {
      const child = start("cat");
      let size = 0;
      child.stdout.on("data", (bytes: Buffer) => (size += bytes.length));
      child.stdin.write(Buffer.alloc(100_000));
      await until(() => size > 0);
      const ended = endOf(child);
      child.stdin.end(Buffer.alloc(400_000));
      for (let isOver = false; !isOver;) {
        child.kill("SIGSTOP");
        await wait(300);
        child.kill("SIGCONT");
        isOver = await Promise.race([ended.then(() => true), wait((round % 4) + 1).then(() => false)]);
      }
      expect([size, (await ended).code]).toEqual([500_000, 0]);
    }
  });

  // Agents in Rust give pipes, those in JavaScript sockets, as `start` does.
  test.runIf(isTurn())("relays every byte from pipe to pipe while the reader stops and goes on, and ends with its input", async () => {
    const [input, output] = [home.at(`${form}-input`), home.at(`${form}-output`)];
    execFileSync("mkfifo", [output]);
    for (let round = 0; round < times({ sample: 10, all: 100, proof: 300 }); round++) {
      const count = 300_000 + ((round * 104_729) % 700_000);
      writeFileSync(input, Buffer.alloc(count));
      const reader = openSync(output, constantsOfFiles.O_RDONLY | constantsOfFiles.O_NONBLOCK);
      const command = `cat '${input}' | "$0" serve p/cat > '${output}'`;
      const child = spawn("/bin/sh", ["-c", command, program(form)], { cwd: home.project, env: userOf(home.home), stdio: "ignore" });
      const ended = new Promise((resolve) => child.on("close", resolve));
      expect([await sizeRead(reader, ended), await ended]).toEqual([count, 0]);
    }
  });

  test.runIf(isTurn())("passes on exit codes, stdout and stderr, and logs stderr", async () => {
    expect(await run(form, home, "p/zero")).toEqual({ stdout: "", stderr: "", code: 0, signal: null });
    expect(await run(form, home, "p/seven")).toEqual({ stdout: "to-stdout\n", stderr: "to-stderr\n", code: 7, signal: null });
    expect(home.read("home/.symposium/logs/servers/p-seven.log")).toContain("to-stderr\n");
  });

  test.each(fewer(inTurns(["HUP", "INT", "QUIT", "ABRT", "KILL", "USR1", "SEGV", "PIPE", "ALRM", "TERM"] as const, form, BUILT)))(
    "a server that dies by %s gives the exit code of shells",
    async (signal) => {
      const { code, stdout } = await endOf(start(`dies-${signal}`));
      expect({ code, stdout }).toEqual({ code: 128 + constants.signals[`SIG${signal}`], stdout: "" });
    },
  );

  test.runIf(isTurn())("delivers what a server wrote before it died to a slow reader", async () => {
    const child = start("last-words");
    child.stdout.pause();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const ended = endOf(child);
    child.stdout.resume();
    const { stdout, code } = await ended;
    expect([stdout.length, code]).toEqual([300_000, 3]);
  });

  test.runIf(isTurn())("a flood on stderr that the agent does not read stops nothing, and its log is bounded", async () => {
    const child = start("flood");
    child.stderr.pause();
    const stdout = await new Promise((resolve) => child.stdout.once("data", (bytes: Buffer) => resolve(bytes.toString())));
    expect(stdout).toBe("done");
    child.stderr.resume();
    child.stdin.end();
    await endOf(child);
    for (const name of ["p-flood.log", "p-flood.log.old"])
      expect(statSync(home.at("home/.symposium/logs/servers", name)).size).toBeLessThanOrEqual(LOG_LIMIT);
  });

  test.runIf(isTurn())("ends a server that ignores the end of its stdin, and TERM", async () => {
    const child = start("stubborn");
    const pid = await pidIn(pidFile("stubborn"));
    child.stdin.end();
    expect((await endOf(child)).code).toBe(128 + constants.signals.SIGKILL);
    expect(isAlive(pid)).toBe(false);
  });

  test.each(fewer(["SIGTERM", "SIGINT", "SIGHUP"] as const))("passes %s on, and the server's exit code", async (signal) => {
    const child = start("notes-signals");
    const ended = endOf(child);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGUSR2");
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill(signal);
    const { stdout, code } = await ended;
    expect({ stdout, code }).toEqual({ stdout: `ready SIGUSR2${signal}`, code: 5 });
  });

  test.runIf(isTurn())("ends a server that ignores TERM before the client kills us", async () => {
    const ended: number[] = [];
    // A machine that stands still for a second says nothing about us: then it is tried again.
    do {
      const child = start("stubborn");
      const pid = await pidIn(pidFile("stubborn"));
      const began = Date.now();
      child.kill("SIGTERM");
      await endOf(child);
      expect(isAlive(pid)).toBe(false);
      ended.push(Date.now() - began);
    } while (ended.length < 5 && Math.min(...ended) >= CLIENT_KILLS_MS);
    expect(Math.min(...ended)).toBeLessThan(CLIENT_KILLS_MS);
  });

  test.runIf(isTurn())("ends a server that writes to a reader that stands still", async () => {
    const child = start("yes");
    const pid = await pidIn(pidFile("yes"));
    child.stdout.pause();
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    await new Promise((resolve) => child.on("exit", resolve));
    expect(isAlive(pid)).toBe(false);
    child.stdout.destroy();
  });

  test.runIf(isTurn())("a server whose reader has gone fails to write, as without us", async () => {
    const child = start("yes");
    const pid = await pidIn(pidFile("yes"));
    child.stdout.once("data", () => child.stdout.destroy());
    await new Promise((resolve) => child.on("exit", resolve));
    expect(isAlive(pid)).toBe(false);
  });

  test.runIf(isTurn())("a server that closes its stdout ends, and so do we", async () => {
    const child = start("closes-stdout");
    expect((await endOf(child)).code).toBe(0);
  });

  test.runIf(isTurn())("a server that closes its stdin ends when ours does", async () => {
    const child = start("closes-stdin");
    child.stdin.write("x".repeat(100_000));
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.stdin.end("more");
    expect((await endOf(child)).code).toBe(128 + constants.signals.SIGTERM);
  });

  test.each(inTurns(["waits", "stubborn", "with-child"], form, BUILT))("our death by KILL ends the server: %s", async (name) => {
    const child = start(name);
    const pid = await pidIn(pidFile(name));
    child.stdin.write("{}\n");
    // Once it relays, everything of its start is done.
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGKILL");
    await until(() => !isAlive(pid));
  });

  test.runIf(isTurn())("a program of the project's PATH does not act after our death", async () => {
    home.write("project/bin/sleep", `#!/bin/sh\ntouch '${home.at("project/ran")}'\n`);
    chmodSync(home.at("project/bin/sleep"), 0o755);
    const child = start("stubborn", { PATH: `${home.at("project/bin")}:${process.env["PATH"]}` });
    const pid = await pidIn(pidFile("stubborn"));
    child.stdin.write("{}\n");
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.kill("SIGKILL");
    await until(() => !isAlive(pid));
    expect(existsSync(home.at("project/ran"))).toBe(false);
  });

  test.each(inTurns(["with-child", "leaves-child"], form, BUILT))("what a server started ends with it: %s", async (name) => {
    const child = start(name);
    const pid = await pidIn(pidFile(name));
    child.stdin.end();
    expect((await endOf(child)).code).toBe(0);
    await until(() => !isAlive(pid));
  });

  test.runIf(isTurn())("many at once", async () => {
    const many = Array.from({ length: times({ sample: 10, all: 50, proof: 50 }) }, (_, at) => run(form, home, "p/cat", `{"id":${at}}\n`));
    expect((await Promise.all(many)).map(({ stdout, code }) => [stdout, code])).toEqual(many.map((_, at) => [`{"id":${at}}\n`, 0]));
    expect(existsSync(home.at("home/.symposium/logs/servers/p-cat.log"))).toBe(false);
  });
});
