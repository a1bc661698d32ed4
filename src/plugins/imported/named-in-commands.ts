/** The files that an imported hook names, in the ways in which people write them: `"$CLAUDE_PROJECT_DIR"/check.sh`, `~/hooks/check.py`. */

import { resolve } from "node:path";

import type { HookFiles } from "../../agents/hook-files.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { filesNamedBy, isFile } from "../consent/named-files.ts";
import { commandTexts } from "../consent/shell-line.ts";
import { startsCovered } from "../consent/starts-covered.ts";
import type { Hook } from "../plugin.ts";

export interface NamingPlace {
  readonly agent: Pick<HookFiles, "projectVariables" | "pluginVariables">;
  /** Only files in here count. */
  readonly top: string;
  readonly home: string;
  /** `null` outside any. */
  readonly project: string | null;
}

type ImportedCommand = Pick<Hook, "command" | "env" | "pluginRoot" | "contract">;

/** Absolute paths. */
export function namedInCommand(
  { command, env, pluginRoot, contract }: ImportedCommand,
  { agent, top, home, project }: NamingPlace,
): readonly string[] {
  const texts = [...commandTexts(command), ...command.args, ...Object.values(env)].flatMap(spellings);
  const starts: readonly [folder: string | null | undefined, word: RegExp][] = [
    [project, variablePattern(agent.projectVariables)],
    [contract?.cwd === undefined ? undefined : startFolder(contract, { home, project }), variablePattern(agent.projectVariables)],
    [pluginRoot, variablePattern(agent.pluginVariables ?? [])],
    [home, /(?<![^\s=:])~(?=\/)|\$HOME\b|\$\{HOME\}/g],
  ];
  const found = starts.flatMap(([folder, word]) =>
    folder === null || folder === undefined
      ? []
      : filesNamedBy(
          texts.map((text) => text.replaceAll(word, ".")),
          { folders: [folder], top },
        ),
  );
  return [...new Set(found)];
}

/** Whether everything that it starts is among these files. */
export function startsNamed(
  { command, env, pluginRoot, contract }: ImportedCommand,
  named: readonly string[],
  { agent, top, home, project }: NamingPlace,
): boolean {
  const valued = (names: readonly string[], value: string | null | undefined) =>
    value === null || value === undefined ? [] : names.map((name) => [name, value] as const);
  const variables = Object.fromEntries([
    ...valued(agent.projectVariables, project),
    ...valued(agent.pluginVariables ?? [], pluginRoot),
    ...valued(["HOME", "~"], home),
  ]);
  const covered = (word: string) => {
    const path = resolve(startFolder(contract, { home, project }), word);
    return named.includes(path) && isFile(path) ? path : undefined;
  };
  const isInside = (path: string) => isAtOrBelow(path, top) || (project !== null && isAtOrBelow(path, project));
  return startsCovered(command, { variables, covered, isInside }, Object.keys(env));
}

function startFolder(contract: Hook["contract"], { home, project }: Pick<NamingPlace, "home" | "project">): string {
  return resolve(project ?? home, contract?.cwd ?? "");
}

/** As written, without quotes, and every quoted part by itself: a name may have blanks. */
function spellings(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? "");
  return [...new Set([text, text.replaceAll(/["']/g, ""), ...quoted])];
}

function variablePattern(names: readonly string[]): RegExp {
  // Never found where there are none.
  return names.length === 0 ? /(?!)/g : new RegExp(`\\$(?:${names.join("|")})\\b|\\$\\{(?:${names.join("|")})\\}`, "g");
}
