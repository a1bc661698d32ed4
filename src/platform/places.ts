/**
 * Where our own files are. Config, cache and logs follow XDG like the Rust tool; the program, the flags and everything a
 * hook call reads stay in one directory, because agents start hooks with environments that differ from the user's shell.
 */

import type { Context, OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";

export interface Places {
  /** Our directory: what agents call and what a hook call reads. */
  readonly base: string;
  /** Records where the rest is, for hook calls. */
  readonly record: string;
  readonly config: string;
  readonly userPlugins: string;
  readonly state: string;
  readonly ledger: string;
  readonly consent: string;
  readonly consentTexts: string;
  /** Which files of agents the user imported hooks from. */
  readonly imports: string;
  /** Folders of plugins' servers, each private to its plugin. */
  readonly pluginData: string;
  readonly sessions: string;
  readonly index: string;
  readonly lastGood: string;
  readonly trace: string;
  readonly locks: string;
  readonly program: string;
  readonly idleFlags: string;
  readonly closedFlags: string;
  readonly globalFlags: string;
  readonly cache: string;
  readonly logs: string;
}

/** Where we act: in this process, on these places. */
export interface PlacedContext {
  readonly context: Context;
  readonly places: Places;
}

/** Folders that are not in our directory. */
export interface MovedFolders {
  readonly config?: string;
  readonly cache?: string;
  readonly logs?: string;
}

/** By the caller's variables: for commands. Relative paths become absolute here, once: handlers run in other folders. */
export function placesOf({ env, home, os, cwd }: Pick<Context, "env" | "home" | "os"> & Partial<Pick<Context, "cwd">>): Places {
  const named = (variable: string) => {
    const path = lookUp(env, variable);
    return !path || cwd === undefined || isAbsolute(path, os) ? path : joined(os, cwd, path);
  };
  const own = named("SYMPOSIUM_HOME");
  if (own) return placesIn(own, os);
  const under = (key: keyof MovedFolders, variable: string, ...rest: string[]): MovedFolders => {
    const folder = named(variable);
    return folder ? { [key]: joined(os, folder, "symposium", ...rest) } : {};
  };
  return placesIn(joined(os, home, ".symposium"), os, {
    ...under("config", "XDG_CONFIG_HOME"),
    ...under("cache", "XDG_CACHE_HOME"),
    ...under("logs", "XDG_STATE_HOME", "logs"),
  });
}

export function placesIn(base: string, os: OperatingSystem, moved: MovedFolders = {}): Places {
  const slash = separator(os);
  const join = (folder: string, name: string) => folder + slash + name;
  const configDir = moved.config ?? base;
  return {
    base,
    record: join(base, "places.json"),
    config: join(configDir, "config.toml"),
    userPlugins: join(configDir, "plugins"),
    state: join(configDir, "state.toml"),
    ledger: join(base, "ledger.json"),
    consent: join(base, "consent.json"),
    consentTexts: join(base, "consent-texts"),
    imports: join(base, "imports.json"),
    pluginData: join(base, "plugin-data"),
    sessions: join(base, "sessions"),
    index: join(base, "index"),
    lastGood: join(base, "last-good"),
    trace: join(base, "trace"),
    locks: join(base, "locks"),
    program: join(join(base, "bin"), os === "windows" ? "symposium-hook.exe" : "symposium-hook"),
    idleFlags: join(base, "idle"),
    closedFlags: join(base, "closed"),
    globalFlags: join(base, "global"),
    cache: moved.cache ?? join(base, "cache"),
    logs: moved.logs ?? join(base, "logs"),
  };
}

export function joined(os: OperatingSystem, ...parts: string[]): string {
  return parts.join(separator(os));
}

function separator(os: OperatingSystem): string {
  return os === "windows" ? "\\" : "/";
}

export function isAbsolute(path: string, os: OperatingSystem): boolean {
  return path[0] === "/" || (os === "windows" && (path[0] === "\\" || path[1] === ":"));
}
