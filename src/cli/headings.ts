/** The map of the commands: every built-in stands under one heading of the help, and plugins' commands under those of their audience (PG-15). */

import type { ListedCommand } from "../app/subcommands/commands-here.ts";
import type { BUILT_IN } from "../plugins/command-names.ts";

export interface Heading {
  readonly title: string;
  /** First words, in the order of the help. A group of commands stands for all of them. */
  readonly words: readonly Exclude<(typeof BUILT_IN)[number], "hook">[];
  /** Whose commands of plugins follow. */
  readonly audience?: ListedCommand["audience"];
}

export const HEADINGS: readonly Heading[] = [
  { title: "Set up", words: ["init", "sync", "status", "uninstall"] },
  { title: "Plugins", words: ["use", "search", "plugin"] },
  { title: "Bring hooks along", words: ["hooks", "export"] },
  { title: "Trust", words: ["trust"] },
  { title: "Understand", words: ["agents"] },
  { title: "Commands for humans", words: ["cache", "completions", "self-update"], audience: "humans" },
  { title: "Commands for agents", words: ["crate-info", "mcp", "package-info"], audience: "agents" },
];
