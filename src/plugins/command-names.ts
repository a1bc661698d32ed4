/** The first words of the command line, by which its routes are typed. A plugin's command of such a name could never run, so validation rejects it. */

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
