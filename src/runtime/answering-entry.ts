/**
 * Which of our entries answers an agent that reads the files of others (RT-23): the one with its own name, else the first in the
 * order of its files. Every entry gives the same result. The files are read only when an agent calls through another's entry, so
 * that no other call pays for it.
 */

import { basename, dirname, join } from "node:path";

import type { HookFilePaths } from "../agents/agent.ts";
import { relocatedPath } from "../agents/relocated-path.ts";
import type { Context } from "../context.ts";
import { namesIn } from "../platform/folder-entries.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import type { Registration } from "../plugins/dispatch-index/format.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** By the ledger, as far as the files still call us: the caller's own entry, else the first that serves it. */
export function registeredEntry(caller: string, registrations: readonly Registration[]): string | undefined {
  const inForce = registrations.filter(({ agent, entry, file }) => agent === caller && agentsCalledIn(file).includes(entry));
  return (inForce.find(({ entry }) => entry === caller) ?? inForce[0])?.entry;
}

/** The agent for which the answering entry was registered; `undefined` where there is none. */
export function answeringEntry(
  name: string,
  { user, project: inProject, relocatedBy }: HookFilePaths,
  { home, env }: Pick<Context, "home" | "env">,
  project: string,
): string | undefined {
  const paths = [
    ...inProject.map((path) => join(project, path)),
    ...user.map((path) => join(relocatedPath(path, relocatedBy, env) ?? `${home}/${path}`)),
  ];
  const called = paths.flatMap(filesAt).flatMap(agentsCalledIn);
  return called.includes(name) ? name : called[0];
}

/** A path whose last part contains a `*` matches the files of that folder. */
function filesAt(path: string): string[] {
  const [start = "", end] = basename(path).split("*");
  if (end === undefined) return [path];
  const names = namesIn(dirname(path)).filter((name) => name.startsWith(start) && name.endsWith(end));
  return names.map((name) => join(dirname(path), name));
}

/** The agents for which a file calls our program, whatever quotes and backslashes its format puts around the words. */
function agentsCalledIn(file: string): string[] {
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? "";
  return [...text.matchAll(/symposium-hook(?:\.exe)?[\\"')]*\s+([a-z][a-z-]*)/g)].map(([, agent = ""]) => agent);
}
