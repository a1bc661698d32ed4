/**
 * Whether an agent that called through another's file has an entry of ours in a file of its own, which then answers (RT-23).
 * The agent's files are looked at only on such a call, so that nobody else pays for it.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { AgentFacts, Relocation } from "../agents/agent.ts";
import type { Context } from "../context.ts";

export type HookPlaces = Pick<AgentFacts, "hookFiles" | "relocatedBy">;

/** `entry` is the agent of the entry that was called: the files that both read hold that one as well. */
export function hasOwnEntry(
  { hookFiles, relocatedBy }: HookPlaces,
  entry: string,
  { home, env }: Pick<Context, "home" | "env">,
  project: string,
): boolean {
  const moves = relocatedBy.map(({ value }) => value);
  const paths = [
    ...hookFiles.project.map(({ path }) => join(project, path)),
    ...hookFiles.user.map(({ path }) => moved(path, moves, env) ?? join(home, path)),
  ];
  return paths.flatMap(filesAt).some((file) => agentsCalledIn(textOf(file)).some((agent) => agent !== entry));
}

function moved(path: string, moves: readonly Relocation[], env: Context["env"]): string | undefined {
  const fitting = moves.filter(({ variable, from }) => env[variable] && (path === from || path.startsWith(`${from}/`)));
  const [longest] = fitting.toSorted((one, other) => other.from.length - one.from.length);
  return longest === undefined ? undefined : join(env[longest.variable] ?? "", longest.to, path.slice(longest.from.length));
}

/** A path whose last part holds a `*` stands for the files of that folder. */
function filesAt(path: string): string[] {
  const [start = "", end] = basename(path).split("*");
  if (end === undefined) return [path];
  try {
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(start) && name.endsWith(end));
    return names.map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}

/** The agents for which a file calls our programme, whatever quotes and backslashes its format puts around the words. */
function agentsCalledIn(text: string): string[] {
  return [...text.matchAll(/symposium-hook(?:\.exe)?[\\"']*\s+([a-z][a-z-]*)/g)].map(([, agent = ""]) => agent);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
