/** What the command line and the variables of a server may name as files. Those of an Agent Plugin are expanded, as the launcher does it. */

import { resolve } from "node:path";

import type { Runnable } from "../../platform/interpreter.ts";
import { isInData, withRoot } from "../agent-plugin/expand.ts";
import type { ProcessServer } from "../plugin.ts";

/** Every text of it that is started or handed to a program. */
export function serverTexts({ command, env, variables, packageRoot }: ProcessServer): readonly string[] {
  const given = [...command.args, ...variables.map(({ value }) => value)];
  const texts = packageRoot === undefined ? given : given.map((text) => withRoot(text, packageRoot));
  return [command.path, ...texts, ...Object.values(env)];
}

/** The folder that a server starts in, where that is known before it starts. */
export function serverFolder({ cwd, packageRoot }: Pick<ProcessServer, "cwd" | "packageRoot">): string | undefined {
  if (packageRoot === undefined) return cwd;
  if (cwd === undefined) return packageRoot;
  return isInData(cwd) ? undefined : resolve(packageRoot, withRoot(cwd, packageRoot));
}

/** Its command as the launcher starts it, as far as that is known before. */
export function expandedCommand({ command, packageRoot }: Pick<ProcessServer, "command" | "packageRoot">): Runnable {
  return packageRoot === undefined ? command : { ...command, args: command.args.map((text) => withRoot(text, packageRoot)) };
}
