/**
 * `npm run proof [-- name…] [--no-record] [--status]`: what is too slow for every change. Each proof is recorded in `evidence/proof/` with the
 * build it was of; `--status` tells the last record of each. A skipped case never counts as passed.
 */

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { codeDigests } from "./acting-code.ts";
import { addRecord, describeLast, readRecords } from "./proof-records.ts";
import { type Counts, type Proof, PROOFS, settledCounts } from "./proofs.ts";

const ROOT = join(import.meta.dirname, "..");
const RECORDS = join(ROOT, "evidence/proof");

const HELP = `npm run proof [-- name…] [--no-record] [--status]

${Object.entries(PROOFS)
  .map(([name, { says }]) => `  ${name.padEnd(14)}${says}`)
  .join("\n")}

All of them by default; some take hours. Records are in evidence/proof/.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "no-record": { type: "boolean", default: false },
    status: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(PROOFS, name));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `unknown: ${unknown.join(", ")}\n\n${HELP}` : HELP);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const wanted = Object.entries(PROOFS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
process.exitCode = values.status ? await tellStatus() : await proveAll();

async function tellStatus(): Promise<number> {
  const { guards } = await codeDigests(ROOT);
  for (const [name] of wanted) console.log(describeLast(name, readRecords(RECORDS, name), guards));
  return 0;
}

async function proveAll(): Promise<number> {
  const build = values["no-record"] ? undefined : await buildOfOurs();
  let failed = 0;
  for (const [name, proof] of wanted) {
    console.log(`\n== ${name}: ${proof.says}`);
    const began = new Date();
    const counts = await prove(proof);
    const seconds = Math.round((Date.now() - began.getTime()) / 1000);
    console.log(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`);
    if (build !== undefined) addRecord(RECORDS, name, { run: began.toISOString(), seconds, ...build, ...counts });
    failed += counts.failed;
  }
  return failed === 0 ? 0 : 1;
}

async function buildOfOurs() {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const { guards } = await codeDigests(ROOT);
  return {
    commit: git("rev-parse", "HEAD"),
    dirty: git("status", "--porcelain", "--", "src") !== "",
    code: guards,
    machine: `${process.platform}-${process.arch}`,
  };
}

async function prove({ command, env = {}, counts }: Proof): Promise<Counts> {
  const scratch = mkdtempSync(join(tmpdir(), "symposium-proof-"));
  const report = join(scratch, "report.json");
  const reporters = counts === "vitest" ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  try {
    const { output, exitCode } = await run([...command, ...reporters], env);
    return settledCounts(counts === "vitest" ? countsIn(report) : counts(output), exitCode);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function countsIn(report: string): Counts | undefined {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8")) as Record<
      string,
      number
    >;
    return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: (numPendingTests ?? 0) + (numTodoTests ?? 0) };
  } catch {
    // No report: the run broke before its end.
    return undefined;
  }
}

/** What it prints is shown and kept. */
function run([file = "", ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly output: string; readonly exitCode: number }>((resolve, reject) => {
    const child = spawn(file, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      process.stdout.write(text);
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ output, exitCode: code ?? -1 }));
  });
}
