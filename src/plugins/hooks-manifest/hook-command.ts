/** The command of a manifest's hook: a script in the manifest's folder with what follows it, or a line for the shell (IX-10). */

import { join } from "node:path";

import { scriptCall } from "../../canonical/manifest-command.ts";
import type { Runnable } from "../../platform/interpreter.ts";

/** How a shell command refers to its script: a path is never part of the text that the shell reads. */
export const SCRIPT_WORD = '"$0"';

export function hookCommand(command: string, folder: string): Runnable {
  const call = scriptCall(command);
  if (call === undefined) return { kind: "shell", path: command, args: [] };
  return { kind: "shell", path: SCRIPT_WORD + call.rest, args: [join(folder, call.script)] };
}
