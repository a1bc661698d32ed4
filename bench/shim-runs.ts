/** Hooks that were written for Claude Code, called by Gemini CLI: by a converted entry, and as a plugin's hook (IX-16). */

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { createHome, type Home } from "./homes.ts";
import type { Run } from "./starter.ts";
import type { Programs } from "./programs.ts";

export type ShimRunName = "shim" | "shim-script" | "imported" | "imported-script";

const CAPTURED = join(dirname(fileURLToPath(import.meta.url)), "..", "test", "agents", "gemini-cli", "payloads", "BeforeTool.shell.json");

export function prepareShimRuns(folder: string, programs: Programs): Record<ShimRunName, Run> {
  const converted = createHome(join(folder, "shim"), { matching: 0, others: 0 });
  const imported = createHome(join(folder, "imported"), { matching: 1, others: 0, format: "shim:claude-code" });
  const script = join(converted.path, "check.sh");
  writeFileSync(script, "cat >/dev/null\nexit 0\n");
  const command = `/bin/sh ${script}`;
  const run = (place: Home, words: Run["command"], stdin: Run["stdin"] = "pipe"): Run => ({
    command: words,
    cwd: place.project,
    env: { HOME: place.path, PATH: process.env["PATH"] ?? "" },
    stdin,
    payload: shellPayload(place),
  });
  const hook = JSON.stringify({ name: "check", blocking: true, timeout: 10 });
  const shim = ["shim", "claude-code", "--on", "gemini-cli", "--event", "BeforeTool", "--hook", hook, "--", command];
  return {
    shim: run(converted, [programs.native, ...shim]),
    "shim-script": run(converted, ["/bin/sh", "-c", command], "file"),
    imported: run(imported, [programs.native, "gemini-cli", "BeforeTool"]),
    "imported-script": run(imported, ["/bin/sh", imported.handlers[0] ?? ""], "file"),
  };
}

function shellPayload({ path, project }: Home): string {
  const payload = { ...(JSON.parse(readFileSync(CAPTURED, "utf8")) as object), cwd: project };
  const file = join(path, "payload.json");
  writeFileSync(file, JSON.stringify(payload));
  return file;
}
