/** What the command line and the variables of a server may name as files. Those of an Agent Plugin are expanded, as the launcher does it. */

import { isAbsolute, resolve } from "node:path";

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

/** The words that are the same file wherever the agent works: an Agent Plugin's server starts in a folder of the plugin. */
export function fixedWords(server: Pick<ProcessServer, "command" | "cwd" | "packageRoot">): readonly string[] {
  const { command, packageRoot } = server;
  if (packageRoot === undefined) return [command.path, ...command.args].filter((word) => isAbsolute(word));
  const args = command.args.map((text) => withRoot(text, packageRoot));
  const folder = serverFolder(server);
  return [command.path, ...(folder === undefined ? args : args.map((word) => resolve(folder, word)))].filter((word) => isAbsolute(word));
}
