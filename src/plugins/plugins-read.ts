/** What a reading of plugins is given, and what it gives. */

import type { Context } from "../context.ts";
import type { Config } from "../files/config.ts";
import type { GitAddress } from "../files/git/address.ts";
import type { InForce, LastGood } from "../files/last-good.ts";
import type { Problem } from "../files/problem.ts";
import type { Places } from "../host/places.ts";
import type { Budget, Stamped } from "../host/reading-budget.ts";
import type { WantedPackage } from "../packages/ecosystem.ts";
import type { Workspace } from "../packages/workspace.ts";
import type { PackageName } from "./enablement.ts";
import type { Hook, Plugin, PluginOrigin } from "./plugin.ts";
import type { PluginSource } from "./sources/source.ts";

export interface ReadRequest {
  readonly config: Config;
  readonly places: Places;
  readonly workspace: Workspace | null;
  readonly context: Context;
  /** What was in force before, if the caller has it; else it is read when something is unreadable. */
  readonly lastGood?: LastGood;
  /** Files keep changing while they are read: what was in force stays, even where a valid file says otherwise. */
  readonly frozen?: true;
  /** Every manifest is read, whatever the workspace is. */
  readonly through?: "all";
  /** What was read is stored for the next time. */
  readonly isStored?: true;
  /** How much may still be read of the workspace and its packages. */
  readonly budget?: Budget | undefined;
}

export interface ReadPlugin {
  /** Name of its source; source and name identify a plugin. */
  readonly source: string;
  readonly origin: PluginOrigin;
  readonly isMember: boolean;
  readonly plugin: Plugin;
  /** No gate at any level. */
  readonly isDormant: boolean;
  /** The manifest's fingerprint from before it was read. */
  readonly manifest: Stamped;
  /** Of a plugin in a folder of another, which its `source.path` names: it counts only with that one. `top` is in no other. */
  readonly inside?: { readonly top: ReadPlugin; readonly parents: readonly string[] };
  /** The plugins in folders of this one: one consent covers all of them. */
  readonly parts?: readonly Plugin[];
}

/** A plugin of a source that needs a package which the workspace does not have. */
export interface OutlinedPlugin extends Pick<ReadPlugin, "source" | "origin" | "manifest"> {
  readonly plugin: PluginOutline;
  /** How many of the plugins that were read come before it. */
  readonly before: number;
}

/** A `SKILL.md` in a source that belongs to no plugin. */
export type StandaloneSkill = { readonly source: string; readonly directory: string };

export interface ReadPlugins {
  /** Those that could be active, in the order of dispatch. */
  readonly plugins: readonly ReadPlugin[];
  /** Those whose packages the workspace lacks: of these only the catalogue is read. */
  readonly outlined: readonly OutlinedPlugin[];
  readonly standalone: readonly StandaloneSkill[];
  readonly sources: readonly PluginSource[];
  readonly problems: readonly Problem[];
  /** The top folders of the sources. */
  readonly roots: readonly Stamped[];
  /** Everything else that would change the result, including manifests. */
  readonly watched: readonly Stamped[];
  /** Unusable manifests: every call checks them. */
  readonly broken: readonly Stamped[];
  /** The record of imports, and the agents' files that it names: every call checks them. */
  readonly imported: readonly Stamped[];
  /** What is in force, to be recorded. */
  readonly inForce: InForce["sources"];
  /** What packages' plugins lack; empty before `withPackages`. */
  readonly packages: PackagesRead;
}

/** The source names of the workspace's own plugins, and of hooks that were imported from agents' files. */
export const WORKSPACE_SOURCE = "workspace";
export const IMPORT_SOURCE = "import";

export interface PluginOutline extends Pick<Plugin, "name" | "directory" | "manifest" | "gate"> {
  readonly hooks: readonly OutlinedHook[];
  /** Names, so that a command that is not active here can be explained. */
  readonly subcommands: readonly string[];
  readonly hasSkills: boolean;
  readonly hasChained: boolean;
  /** Of an Agent Plugin with servers: the file that has them. */
  readonly serversFile?: string;
  /** The variables that its gates read. */
  readonly variables: readonly string[];
}

export type OutlinedHook = Pick<Hook, "name" | "event" | "agent" | "format" | "onFailure">;

export interface PackagesRead {
  /** Packages that are not on this machine; `sync` may fetch them. */
  readonly wanted: readonly WantedHere[];
  /** Packages that count here and were not read completely: what is installed of them stays (PL-4). */
  readonly unread: readonly PackageName[];
  /** Packages whose whole plugin counts here, whether or not it was found. */
  readonly expected: readonly ExpectedPackage[];
  /** Repositories whose plugin counts here; `sync` fetches them. */
  readonly repositories: readonly RepositoryHere[];
  /** A package that the user agreed to changed, so it is unknown what it leads to. */
  readonly isUncertain: boolean;
}

export const NO_PACKAGES: PackagesRead = { wanted: [], unread: [], expected: [], repositories: [], isUncertain: false };

/** A member is part of the workspace itself, so that its plugin is the repository's own. */
export type ExpectedPackage = PackageName & { readonly isMember?: true };

export type WantedHere = WantedPackage & { readonly ecosystem: string; readonly problem: Problem };

export interface RepositoryHere {
  /** `git:<address>`. */
  readonly name: string;
  readonly address: GitAddress;
  readonly problem?: Problem;
}
