/** A plugin as the rest of the programme knows it: checked once, both dialects alike. */

import type { EventName } from "../canonical/event.ts";
import type { Matcher } from "../canonical/matcher.ts";
import type { Installation } from "../installations/installation.ts";
import type { Runnable } from "../installations/resolve-command.ts";
import type { Manifest } from "./manifest.ts";

export interface Plugin {
  readonly name: string;
  /** The folder that relative paths start at. */
  readonly directory: string;
  /** The manifest's path. */
  readonly manifest: string;
  readonly gate: Gate;
  readonly installations: readonly Installation[];
  readonly hooks: readonly Hook[];
  /** Read and kept; what acts on them checks them further. */
  readonly skills: Manifest["skills"];
  readonly servers: Manifest["mcp_servers"];
  readonly subcommands: Manifest["subcommand"];
  readonly predicates: Manifest["predicate"];
  readonly chained: Manifest["plugins"];
}

/** When something applies: any of the packages, and all of the predicates. */
export interface Gate {
  readonly dependsOn: readonly string[];
  readonly predicates: readonly string[];
}

export interface Hook {
  readonly name: string;
  readonly event: HookEvent;
  readonly matcher: Matcher;
  /** Our name of the only agent it is for. */
  readonly agent?: string;
  /** `symposium`, `interchange` or an agent's name. */
  readonly format: string;
  readonly command: Runnable;
  readonly env: Readonly<Record<string, string>>;
  /** Folders that go in front of PATH. */
  readonly path: readonly string[];
  /** Names of the installations it needs besides its command, what they need themselves first. */
  readonly requirements: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly onFailure: "open" | "closed";
  readonly onUnsupported: "deny" | "warn";
  readonly blocking?: boolean;
  readonly gate: Gate;
  /** Why it cannot run, when it is sound but this version or this place has no means to. */
  readonly inactive?: string;
}

/** A neutral event, or one that only the agent of the hook's format has. */
export type HookEvent = { readonly event: EventName } | { readonly agent: string; readonly native: string };
