/** The validated config; `config-file.ts` describes the file. */

import type { Problem } from "../documents/problem.ts";
import type { PolicyRules } from "./policy-rules.ts";

export interface Config {
  readonly autoSync: boolean;
  readonly agentsSyncing: boolean;
  readonly syncDebounceSeconds: number;
  readonly hookScope: "global" | "project";
  readonly autoUpdate: "on" | "warn" | "off";
  /** Our own MCP server is registered with every agent. */
  readonly mcpServer: boolean;
  /** Names as written; an unknown one matters only where it is used. */
  readonly agents: readonly string[];
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error";
  readonly recommendations: boolean;
  readonly userPlugins: boolean;
  readonly sources: readonly ConfiguredSource[];
  readonly use: readonly UsedPlugin[];
  readonly disable: readonly string[];
  readonly autoEnable: readonly string[];
  /** With `package-info` and `crate-info`, and only what a lock file has. */
  readonly agentsMayFetch: boolean;
  readonly telemetry: boolean;
  readonly policy: PolicyRules;
  /** Why `[policy]` cannot be used, where no earlier version is known. */
  readonly policyFlaw?: Problem;
}

export type ConfiguredSource = GitSource | { readonly name: string; readonly path: string };

export interface GitSource {
  readonly name: string;
  readonly git: string;
  /** At most one of these three. */
  readonly branch?: string;
  readonly tag?: string;
  readonly rev?: string;
  readonly subdir?: string;
  readonly autoUpdate: boolean;
}

export interface UsedPlugin {
  readonly name: string;
  readonly workspace?: string;
}
