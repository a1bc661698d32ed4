/** The native program with the compiler's checks, and calls of it with any bytes. */

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildNative } from "../../scripts/native/program.ts";
import type { Answered } from "../../test/support/home.ts";

export type Stdin = "pipe" | "non-blocking" | "closed";

export interface BytesCall {
  readonly args: readonly (string | Uint8Array)[];
  /** `<name>=<value>`, or what is not of that form. */
  readonly env: readonly (string | Uint8Array)[];
  readonly folder: string | Uint8Array;
  readonly stdin: Stdin;
  readonly input: Uint8Array;
}

export interface Sanitized extends Disposable {
  readonly call: (call: BytesCall) => Promise<Answered>;
  /** What the checks found in all calls. */
  readonly reports: () => readonly string[];
}

const LONGEST_CALL_MS = 120_000;
/** The program gives nothing back at its end. A wish for too much memory must fail as it does without the checks. */
const OPTIONS = "detect_leaks=0:allocator_may_return_null=1:exitcode=99";

export async function sanitized(): Promise<Sanitized> {
  const folder = mkdtempSync(join(tmpdir(), "sanitized-"));
  const define = { SYMPOSIUM_VERSION: '"0.0.0"', SYMPOSIUM_BUILD: '"0.0.0+sanitized"' };
  const missing = await buildNative({ define, scratch: folder, out: folder, isSanitized: true });
  if (missing !== undefined) throw new Error(missing);
  const launch = join(folder, "launch");
  execFileSync(process.env["CC"] ?? "cc", ["-O1", "-o", launch, join(import.meta.dirname, "launch.c")]);
  const reports = join(folder, "reports");
  mkdirSync(reports);
  let calls = 0;
  const call = async ({ args, env, folder: within, stdin, input }: BytesCall) => {
    const vector = join(folder, `vector-${calls++}`);
    const log = `log_path=${reports}/report`;
    const all = [
      ...[stdin, within, String(args.length + 1), join(folder, "symposium-hook"), ...args],
      ...[`ASAN_OPTIONS=${OPTIONS}:${log}`, `UBSAN_OPTIONS=print_stacktrace=1:${log}`, ...env],
    ];
    writeFileSync(vector, Buffer.concat(all.flatMap((each) => [Buffer.from(each), Buffer.of(0)])));
    const answered = await answerOf(spawn(launch, [vector], { timeout: LONGEST_CALL_MS, killSignal: "SIGKILL" }), input);
    rmSync(vector);
    return answered;
  };
  return {
    call,
    reports: () => readdirSync(reports).map((name) => readFileSync(join(reports, name), "utf8")),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function answerOf(child: ReturnType<typeof spawn>, input: Uint8Array): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name]?.setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ ...texts, exitCode: code ?? (signal === "SIGKILL" ? -9 : -1) }));
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
