/** `plugin new`: writes the folder of a plugin that works at once. Replaces no file. */

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { configInForce } from "../../config/read-config.ts";
import { UserError } from "../../errors.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { judgeName } from "../../skills/skill-name.ts";
import { newAgentPluginFiles, type NewFile, newPluginFiles } from "./new-plugin-files.ts";

export interface NewPluginRequest {
  readonly name: string;
  /** The plugin's folder; without it `./<name>`. */
  readonly directory?: string | undefined;
  /** As an Agent Plugin, which other clients read too, with a server (AP-7). */
  readonly agentPlugin?: boolean;
}

export interface NewPlugin {
  readonly name: string;
  readonly folder: string;
  readonly files: readonly Pick<NewFile, "path" | "about">[];
  /** The file that runs the hook. */
  readonly test: string;
  /** It is in the user's own plugin folder, so hooks run without another step. */
  readonly isInUse: boolean;
  /** Hooks are registered with some agent. */
  readonly isSetUp: boolean;
}

export function newPlugin(
  { context, places }: PlacedContext,
  { name, directory = name, agentPlugin = false }: NewPluginRequest,
): NewPlugin {
  checkName(name);
  const folder = resolve(context.cwd, directory);
  checkEmpty(folder);
  const files = agentPlugin ? newAgentPluginFiles(name) : newPluginFiles(name);
  for (const { path, text, isExecutable } of files) write(join(folder, path), text, isExecutable === true ? 0o755 : 0o644);
  const config = configInForce(places);
  return {
    name,
    folder,
    files: files.map(({ path, about }) => ({ path, about })),
    test: files.find(({ isTest }) => isTest === true)?.path ?? "",
    isInUse: dirname(folder) === places.userPlugins,
    isSetUp: config.ok && config.config.agents.length > 0,
  };
}

/** The name is also the skill's, and agents take no others. */
function checkName(name: string): void {
  const { refused, doubt } = judgeName(name);
  const wrong = refused ?? doubt;
  if (wrong === undefined) return;
  const hint = "use lower-case letters, digits and hyphens, for example my-plugin";
  throw new UserError("NAME", `${JSON.stringify(name)} is not a valid name for a plugin: it ${wrong}`, { hint, exitCode: 2 });
}

function checkEmpty(folder: string): void {
  const names = namesIn(folder);
  if (names.length === 0) return;
  const hint = "choose another name, or another folder with --dir";
  throw new UserError("EXISTS", `${folder} is not empty: it has ${names[0]}; nothing was written`, { hint });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [`a file ${basename(folder)}`];
    throw new UserError("UNREADABLE", `cannot read ${folder} (${code})`);
  }
}

function write(file: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx", mode });
  } catch (error) {
    throw new UserError("NOT-WRITTEN", `cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? String(error)})`, {
      cause: error,
    });
  }
}
