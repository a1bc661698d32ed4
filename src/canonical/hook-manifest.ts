/**
 * A manifest of the Hook Interchange Format (`hooks/1.0`, `hooks/0.1`) as its reader gives it: field names as in the file, checked,
 * with `darwin` for `osx` and `file_changed` for `file_saved`. Fields that the format does not know stay in the objects, and
 * survive a rewrite.
 */

import { lookUp } from "../lookup.ts";
import type { Json, JsonObject } from "./json.ts";

export const SPECS = ["hooks/1.0", "hooks/0.1"] as const;

export type Spec = (typeof SPECS)[number];

export interface HookManifest {
  readonly spec: Spec;
  /** In the order in which those of one event run. */
  readonly hooks: readonly ManifestHook[];
  /** By path from the manifest's folder, `sha256:…`: what files must be before anything runs. */
  readonly content_hashes?: Readonly<Record<string, string>>;
}

export interface ManifestHook {
  readonly name?: string;
  /** A name of the registry, or one that we do not know. */
  readonly event: string;
  /** Absent: every tool. Kept, without effect, on an event without a tool. */
  readonly matcher?: ManifestMatcher;
  readonly handler: ManifestHandler;
  readonly blocking?: boolean;
  readonly degradation?: Readonly<Record<string, Strategy>>;
  /** What has no neutral place, by the agent's name. */
  readonly provider_data?: Readonly<Record<string, JsonObject>>;
  /** Says what the command's output may contain; nothing else follows from it. */
  readonly capabilities?: readonly string[];
}

export type ManifestMatcher = MatcherElement | readonly MatcherElement[];

export type MatcherElement =
  /** A neutral tool, or a tool's native name. */
  | string
  /** Found somewhere in a neutral name, or in a native one. */
  | { readonly pattern: string }
  /** Without `tool`: every tool of the server. */
  | { readonly mcp: { readonly server: string; readonly tool?: string } };

export function elementsOf(matcher: ManifestMatcher): readonly MatcherElement[] {
  return Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher as MatcherElement];
}

/** The place in `provider_data` that Symposium reads itself, and its only key there. */
const OWN = "symposium";
const DIALECT = "dialect";

/** The agent whose payload the command reads and in whose words it answers, as `provider_data.symposium.dialect` says; absent: the format's own. */
export function dialectOf({ provider_data = {} }: Pick<ManifestHook, "provider_data">): string | undefined {
  const dialect = lookUp(lookUp(provider_data, OWN) ?? {}, DIALECT);
  return typeof dialect === "string" ? dialect : undefined;
}

export function dialectData(dialect: string): NonNullable<ManifestHook["provider_data"]> {
  return { [OWN]: { [DIALECT]: dialect } };
}

export const HANDLER_TYPES = ["command", "http", "prompt", "agent"] as const;

export type HandlerType = (typeof HANDLER_TYPES)[number];

/** Which fields are there depends on the type; `command` has a command, `http` a URL, `prompt` a prompt. */
export interface ManifestHandler {
  /** One of `HANDLER_TYPES`, or one that we do not know. */
  readonly type: string;
  readonly command?: string;
  readonly platform?: Readonly<Partial<Record<ManifestPlatform, string>>>;
  /** Below the project. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In seconds; 0 and absent mean the default. */
  readonly timeout?: number;
  readonly timeout_action?: "warn" | "block";
  readonly async?: boolean;
  readonly status_message?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly allowed_env_vars?: readonly string[];
  readonly prompt?: string;
  readonly model?: string;
  readonly agent?: Json;
}

const MANIFEST_PLATFORMS = ["windows", "linux", "darwin"] as const;

export type ManifestPlatform = (typeof MANIFEST_PLATFORMS)[number];

/** What becomes of a hook that needs a capability which the agent lacks. */
export const STRATEGIES = ["block", "warn", "exclude"] as const;

export type Strategy = (typeof STRATEGIES)[number];

/** The capabilities of the format, and what happens by default where an agent lacks one. */
export const CAPABILITIES = {
  structured_output: "warn",
  input_rewrite: "block",
  llm_evaluated: "exclude",
  http_handler: "warn",
  async_execution: "warn",
  platform_commands: "warn",
  custom_env: "warn",
  configurable_cwd: "warn",
} as const satisfies Record<string, Strategy>;

export type Capability = keyof typeof CAPABILITIES;

export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as Capability[];

/** The format's default for a handler's timeout. */
export const DEFAULT_SECONDS = 30;
