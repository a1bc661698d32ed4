/** How long conversions of hooks take in one process, after its start (IX-9), and syllago's where it is on PATH. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { HOOK_FILES } from "../src/agents/hook-files-list.ts";
import { decodeHooks, encodeHooks } from "../src/interchange/library.ts";
import type { HookManifest } from "../src/model/hook-manifest.ts";
import { type Sample, sampleOf } from "./measure.ts";

export interface ConversionMeasured {
  /** Claude's file with three hooks, as Gemini's: read, decoded, encoded, verified. */
  readonly one: Sample;
  /** 1,000 hooks to every agent. */
  readonly thousand: Sample;
  /** syllago on the same file, less its start. */
  readonly syllago?: Sample;
}

const SETTINGS = JSON.stringify({
  hooks: {
    PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./guard.sh", timeout: 5 }] }],
    PostToolUse: [{ matcher: "Edit|Write", hooks: [{ type: "command", command: "npx prettier --write ." }] }],
    Stop: [{ hooks: [{ type: "command", command: "npm test" }] }],
  },
});

const THOUSAND: HookManifest = {
  spec: "hooks/1.0",
  hooks: Array.from({ length: 1000 }, (_, at) => ({
    name: `hook-${at}`,
    event: at % 2 === 0 ? "before_tool_execute" : "agent_stop",
    ...(at % 2 === 0 ? { matcher: at % 4 === 0 ? "shell" : ["file_write", "file_edit"] } : {}),
    handler: { type: "command", command: `check-${at}`, timeout: 5 },
    blocking: at % 2 === 0,
  })),
};

const LARGE_RUNS = 5;

export function measureConversion(folder: string, rounds: number): ConversionMeasured {
  const one = () => encodeHooks(decodeHooks(SETTINGS, "claude").manifest, "gemini");
  const all = () => HOOK_FILES.map(({ agent }) => encodeHooks(THOUSAND, agent));
  // What is compiled on first use counts as the start.
  one();
  const syllago = measureSyllago(folder, rounds);
  return {
    one: sampleOf(Array.from({ length: rounds }, () => timed(one))),
    thousand: sampleOf(Array.from({ length: LARGE_RUNS }, () => timed(all))),
    ...(syllago === undefined ? {} : { syllago }),
  };
}

function measureSyllago(folder: string, rounds: number): Sample | undefined {
  const file = join(folder, "settings.json");
  writeFileSync(file, SETTINGS);
  const call = (...args: string[]) => spawnSync("syllago", args, { cwd: folder, stdio: "ignore" });
  const convert = ["convert", file, "--from", "claude-code", "--to", "gemini-cli"];
  if (call("version").status !== 0 || call(...convert).status !== 0) return undefined;
  return sampleOf(Array.from({ length: rounds }, () => timed(() => call(...convert)) - timed(() => call("version"))));
}

function timed(act: () => unknown): number {
  const from = performance.now();
  act();
  return performance.now() - from;
}
