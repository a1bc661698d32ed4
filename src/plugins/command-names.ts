/**
 * The first words of the command line. A plugin's command of such a name could never run, so validation rejects it; the table of routes in `src/cli`
 * is typed by this list, so that a new built-in is reserved as well.
 */

export const BUILT_IN = [
  "init",
  "sync",
  "status",
  "use",
  "search",
  "self-update",
  "uninstall",
  "agents",
  "plugin",
  "hooks",
  "trust",
  "export",
  "cache",
  "crate-info",
  "package-info",
  "mcp",
  "completions",
  "hook",
] as const;

/** Words that mean something else, or will. */
const SET_ASIDE = ["convert", "doctor", "explain", "help", "replay", "telemetry", "ui", "update", "version"] as const;

/** What the scripts of `completions` call. */
export const COMPLETE = "__complete";

export const RESERVED: readonly string[] = [...BUILT_IN, ...SET_ASIDE, COMPLETE].sort();
