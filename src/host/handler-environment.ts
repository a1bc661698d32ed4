/** A handler's environment: the agent's, without what lets a project steer it (RT-34), with the usual programs and its plugin's part (RT-14). */

import type { Context, OperatingSystem } from "../context.ts";
import { lookUp, put } from "../lookup.ts";
import type { Places } from "./places.ts";
import { cleanPath, isUnsafeVariable, pathKey, pathWith, usualPath } from "./safe-environment.ts";

/** Variables that a launcher hid from our own runtime; they count under their own names. */
const KEPT = "SYMPOSIUM_KEPT_";

/** What is known of a hook, or of a server. */
interface Handled {
  readonly env?: Readonly<Record<string, string>>;
  readonly keepEnv?: readonly string[];
  /** Folders that go in front of PATH, the command's own first. */
  readonly path?: readonly string[];
  readonly covered?: number;
}

/** `search` is where the programs of its command line are searched; hooks cannot change it. */
export type EnvironmentOf = (hook: Handled) => Readonly<Record<"env" | "search", Readonly<Record<string, string>>>>;

/** `folders` are the project's. What all hooks of a call share is made once. */
export function handlerEnvironments(
  { env, os, home }: Pick<Context, "env" | "os" | "home">,
  folders: readonly string[],
  places: Pick<Places, "record" | "cache">,
): EnvironmentOf {
  const safe: Record<string, string> = {};
  const unsafe: Record<string, string> = {};
  for (const [key, value] of Object.entries(env)) {
    const name = key.startsWith(KEPT) ? key.slice(KEPT.length) : key;
    if (value !== undefined) put(isUnsafeVariable(name, os) ? unsafe : safe, name, value);
  }
  let usual: string | undefined;
  let last: { readonly given: string; readonly clean: string; readonly kept: string } | undefined;
  const paths = (given: string) => {
    const around = { os, home, folders };
    usual ??= cleanPath(usualPath(places, os), around);
    if (last?.given !== given) last = { given, clean: withMore(cleanPath(given, around), usual, os), kept: withMore(given, usual, os) };
    return last;
  };
  return (hook) => {
    const result: Record<string, string> = { ...safe, ...(hook.covered === undefined ? {} : ownBytecode(places, os)) };
    if (hook.keepEnv !== undefined)
      for (const [name, value] of Object.entries(unsafe)) if (isKept(hook, name, os)) put(result, name, value);
    for (const [name, value] of Object.entries(hook.env ?? {})) put(result, name, value);
    const key = pathKey(result, os);
    const { clean, kept } = paths(lookUp(result, key) ?? "");
    const search = { ...result, [key]: pathWith(hook.path ?? [], clean, os) };
    return { env: isKept(hook, "PATH", os) ? { ...result, [key]: pathWith(hook.path ?? [], kept, os) } : search, search };
  };
}

/** Python runs bytecode that is beside a module in its place, and writes some there: a consent is about the modules (PL-17). */
export function ownBytecode({ cache }: Pick<Places, "cache">, os: OperatingSystem): Readonly<Record<string, string>> {
  return { PYTHONPYCACHEPREFIX: `${cache}${os === "windows" ? "\\" : "/"}pycache` };
}

function isKept({ keepEnv }: Pick<Handled, "keepEnv">, name: string, os: OperatingSystem): boolean {
  return keepEnv !== undefined && keepEnv.some((kept) => kept === name || (os === "windows" && kept.toUpperCase() === name.toUpperCase()));
}

/** Appends the folders of `more` that `path` does not have yet. */
function withMore(path: string, more: string, os: OperatingSystem): string {
  const separator = os === "windows" ? ";" : ":";
  const all = path === "" ? [] : path.split(separator);
  for (const folder of more.split(separator)) if (!all.includes(folder)) all.push(folder);
  return all.join(separator);
}
