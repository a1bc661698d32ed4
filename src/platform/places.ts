/**
 * Where our own files are. Config, cache and logs follow XDG as the seed says; the programme, the flags and whatever a
 * hook call reads stay in one directory, because agents start hooks with environments that differ from the user's shell.
 */

import type { Context, OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";

export interface Places {
  /** Our directory: what agents call and what a hook call reads. */
  readonly base: string;
  readonly config: string;
  readonly userPlugins: string;
  readonly state: string;
  readonly ledger: string;
  readonly consent: string;
  readonly sessions: string;
  readonly index: string;
  readonly trace: string;
  readonly locks: string;
  readonly programme: string;
  readonly idleFlags: string;
  readonly closedFlags: string;
  readonly globalFlags: string;
  readonly cache: string;
  readonly logs: string;
}

/** What is named relative to `cwd` is made absolute here, once: handlers run in other folders. */
export function placesOf({ env, home, os, cwd }: Pick<Context, "env" | "home" | "os"> & Partial<Pick<Context, "cwd">>): Places {
  const slash = os === "windows" ? "\\" : "/";
  const join = (...parts: string[]) => parts.join(slash);
  const named = (variable: string) => {
    const path = lookUp(env, variable);
    return !path || cwd === undefined || isAbsolute(path, os) ? path : join(cwd, path);
  };
  const own = named("SYMPOSIUM_HOME");
  const base = own || join(home, ".symposium");
  const xdg = (variable: string) => (own ? undefined : named(variable) || undefined);
  const under = (variable: string, fallback: string, ...rest: string[]) => {
    const moved = xdg(variable);
    return moved === undefined ? fallback : join(moved, "symposium", ...rest);
  };
  const configDir = under("XDG_CONFIG_HOME", base);
  return {
    base,
    config: join(configDir, "config.toml"),
    userPlugins: join(configDir, "plugins"),
    state: join(configDir, "state.toml"),
    ledger: join(base, "ledger.json"),
    consent: join(base, "consent.json"),
    sessions: join(base, "sessions"),
    index: join(base, "index"),
    trace: join(base, "trace"),
    locks: join(base, "locks"),
    programme: join(base, "bin", os === "windows" ? "symposium-hook.exe" : "symposium-hook"),
    idleFlags: join(base, "idle"),
    closedFlags: join(base, "closed"),
    globalFlags: join(base, "global"),
    cache: under("XDG_CACHE_HOME", join(base, "cache")),
    logs: under("XDG_STATE_HOME", join(base, "logs"), "logs"),
  };
}

function isAbsolute(path: string, os: OperatingSystem): boolean {
  return path[0] === "/" || (os === "windows" && (path[0] === "\\" || path[1] === ":"));
}
