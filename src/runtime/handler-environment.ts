/** The environment of a handler: the agent's, without what a project could use to steer it (RT-34), and with what its plugin provides (RT-14). */

import type { Context, OperatingSystem } from "../context.ts";
import { lookUp, put } from "../lookup.ts";
import { cleanPath } from "../platform/clean-path.ts";
import { pathKey, pathWith } from "../platform/path-variable.ts";
import { isUnsafeVariable } from "../platform/unsafe-variables.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";

/** Variables that a launcher hid from our own runtime; they count under their own names. */
const KEPT = "SYMPOSIUM_KEPT_";

export interface HandlerEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Where the programs of its command line are searched; hooks cannot change it. */
  readonly search: Readonly<Record<string, string>>;
}

export type EnvironmentOf = (hook: Pick<IndexedHook, "env" | "path" | "keepEnv">) => HandlerEnvironment;

/** `folders` are the project's. What all hooks of a call share is made once. */
export function handlerEnvironments({ env, os, home }: Pick<Context, "env" | "os" | "home">, folders: readonly string[]): EnvironmentOf {
  const safe: Record<string, string> = {};
  const unsafe: Record<string, string> = {};
  for (const [key, value] of Object.entries(env)) {
    const name = key.startsWith(KEPT) ? key.slice(KEPT.length) : key;
    if (value !== undefined) put(isUnsafeVariable(name, os) ? unsafe : safe, name, value);
  }
  let last: { readonly given: string; readonly clean: string } | undefined;
  const cleaned = (given: string) => {
    if (last?.given !== given) last = { given, clean: cleanPath(given, { os, home, folders }) };
    return last.clean;
  };
  return (hook) => {
    const result: Record<string, string> = { ...safe };
    if (hook.keepEnv !== undefined)
      for (const [name, value] of Object.entries(unsafe)) if (isKept(hook, name, os)) put(result, name, value);
    for (const [name, value] of Object.entries(hook.env ?? {})) put(result, name, value);
    const key = pathKey(result, os);
    const given = lookUp(result, key);
    const search = withPath(result, key, hook.path, given === undefined ? undefined : cleaned(given), os);
    return { env: isKept(hook, "PATH", os) ? withPath(result, key, hook.path, given, os) : search, search };
  };
}

function isKept({ keepEnv }: Pick<IndexedHook, "keepEnv">, name: string, os: OperatingSystem): boolean {
  return keepEnv !== undefined && keepEnv.some((kept) => kept === name || (os === "windows" && kept.toUpperCase() === name.toUpperCase()));
}

function withPath(
  env: Readonly<Record<string, string>>,
  key: string,
  own: readonly string[] = [],
  rest: string | undefined,
  os: OperatingSystem,
): Readonly<Record<string, string>> {
  if (own.length === 0) return rest === undefined ? env : { ...env, [key]: rest };
  return { ...env, [key]: pathWith(own, rest, os) };
}
