/** How a command is started: directly, or by the interpreter of its kind of script. */

import { accessSync, constants } from "node:fs";

import type { Environment, OperatingSystem } from "../context.ts";

export interface CommandToRun {
  readonly kind: "executable" | "script";
  readonly path: string;
  readonly args: readonly string[];
}

export function commandLine(
  command: CommandToRun,
  _os: OperatingSystem,
  env: Environment,
): { readonly file: string; readonly args: readonly string[] } | { readonly missing: string } {
  const word = command.kind === "script" ? "sh" : command.path;
  const file = word.includes("/") ? word : find(word, env);
  if (file === undefined) return { missing: `${word} is not on PATH` };
  return { file, args: command.kind === "script" ? [command.path, ...command.args] : command.args };
}

function find(word: string, env: Environment): string | undefined {
  for (const folder of (env["PATH"] ?? "").split(":")) {
    try {
      accessSync(`${folder}/${word}`, constants.X_OK);
      return `${folder}/${word}`;
    } catch {
      continue;
    }
  }
  return undefined;
}
