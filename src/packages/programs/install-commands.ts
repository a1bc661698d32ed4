/** `install_commands` (PG-8): in order, by `sh -c`, in the acquired folder. The first failure stops, and nothing counts as installed. */

import { findProgram, realFiles } from "../../host/command-line.ts";
import { openLog } from "../../host/log-file.ts";
import { type HandlerEnd, runHandler } from "../../host/run-handler.ts";
import { cleanPath, isUnsafeVariable, pathKey, pathWith } from "../../host/safe-environment.ts";
import { lookUp, put } from "../../lookup.ts";
import { type Refusal, refusal } from "../refusal.ts";
import type { HookEnvironment } from "./hook-environment.ts";
import type { AcquireServices, Installation } from "./program-source.ts";

const LONGEST_MS = 1_800_000;
const LAST_LINES = 10;

/** `undefined` when all succeeded. */
export async function runInstallCommands(
  { name, installCommands }: Installation,
  cwd: string,
  services: AcquireServices,
  required: HookEnvironment | undefined,
): Promise<Refusal | undefined> {
  if (installCommands.length === 0) return undefined;
  const { context, places, onProgress } = services;
  const { os } = context;
  const env = environmentOf(services, required);
  const shell = findProgram("sh", os, env, realFiles);
  if (shell === undefined) return refusal("sh was not found, which runs its install_commands", "install it, and see whether it is on PATH");
  const log = openLog({ places, now: context.now, level: "info" });
  for (const command of installCommands) {
    onProgress({ line: command });
    const end = await runHandler({ file: shell, args: ["-c", command], cwd, env, input: "", os, timeoutMs: LONGEST_MS, drainMs: 1_000 });
    const output = "stdout" in end ? `${end.stdout}${end.stderr}`.trimEnd() : end.message;
    log.write("info", `${name}: ran \`${command}\` in ${cwd}: ${endingOf(end)}\n${output}`);
    if (end.kind === "exited" && end.code === 0) continue;
    const tail = output === "" ? "" : `:\n${output.split("\n").slice(-LAST_LINES).join("\n")}`;
    return refusal(`the install command \`${command}\` ${endingOf(end)}${tail}`, `the whole output is in ${places.logs}`);
  }
  return undefined;
}

function endingOf(end: HandlerEnd): string {
  if (end.kind === "exited") return `exited with ${end.code}`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  return end.kind === "timed-out" ? `did not end within ${LONGEST_MS / 60_000} minutes` : "could not be started";
}

/** As for handlers: nothing that a project can set steers it. */
function environmentOf({ context, repository }: AcquireServices, required: HookEnvironment | undefined): Record<string, string> {
  const { env, os, home } = context;
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && !isUnsafeVariable(name, os)) put(result, name, value);
  for (const [name, value] of Object.entries(required?.env ?? {})) put(result, name, value);
  const key = pathKey(result, os);
  const clean = cleanPath(lookUp(result, key) ?? "/usr/bin:/bin", { os, home, folders: [repository] });
  put(result, key, pathWith(required?.path ?? [], clean, os));
  return result;
}
