/**
 * Where an agent loads Agent Plugins by itself (AP-6), as data: `agents/<name>/agent-plugins.ts` names the folders and says what the agent takes from them.
 * What it loads is not given to it again. Read at set-up, never when an agent calls.
 */

import type { Json } from "../canonical/json.ts";
import type { OperatingSystem } from "../context.ts";
import type { Fact, Scope } from "./agent.ts";

export interface AgentPlugins {
  /** The agent's name. */
  readonly agent: string;
  /** What of a package the agent loads. */
  readonly takes: Fact<readonly PackagePart[]>;
  /** How the model is told of a package's skill: `<plugin>:<skill>`, or `<skill>`. Absent where it is not known. */
  readonly skillName?: Fact<string>;
  /** What the agent lists where a folder of skills has a skill of the same name: both, or one of them. Absent where it is not known. */
  readonly besideCopy?: Fact<"both" | "one">;
  /** None for an agent that was seen not to load any. */
  readonly places: readonly Fact<PackagePlace>[];
}

export type PackagePart = "skills" | "servers";

export interface PackagePlace {
  readonly scope: Scope;
  /** A package's folder, for people. */
  readonly folder: string;
  /** For people: completes "loads it, if …"; absent where the folder alone is enough. */
  readonly needs?: string;
  /** A folder that is a link does not count: the agent rejects it, or it is not known to follow it. */
  readonly noLinks?: true;
  /** The folders that are enabled. Where that is not certain a folder is left out: a skill that is listed twice does less harm than a missing one. */
  readonly find: (files: AgentFiles) => readonly string[] | Promise<readonly string[]>;
}

/** The agent's files, which may contain anything. Nothing here throws. */
export interface AgentFiles {
  /** The absolute path of `~/<path>`, or of the place a variable moves it to. */
  readonly user: (path: string) => string;
  readonly home: string;
  /** The folder that the agent is started in; absent where only the user's places count. */
  readonly project?: string;
  readonly os: OperatingSystem;
  /** The folders in a folder, also behind links, by name. */
  readonly foldersIn: (folder: string) => readonly string[];
  /** The document, or `undefined` where it is missing or unreadable. */
  readonly json: (file: string) => Json | undefined;
  readonly toml: (file: string) => Json | undefined;
  readonly yaml: (file: string) => Promise<Json | undefined>;
}
