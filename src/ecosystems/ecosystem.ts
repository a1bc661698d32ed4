/**
 * The second axis: where a project's dependencies are written down. An ecosystem reads its own files and nothing else: it asks
 * no network, and but for `makeLocks` it starts no process and writes nothing. A new one is a folder beside this file and a line in `list.ts`; the names of
 * its files go into `markers.ts`, which every hook call looks at.
 */

import type { Problem } from "../documents/problem.ts";
import type { Context } from "../context.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { NameRegistry } from "./registry-names.ts";

export interface Ecosystem {
  /** The word in front of an atom: `cargo`, `npm` … */
  readonly name: string;
  readonly title: string;
  /** What it calls a package: `crate`, `package` … */
  readonly packageWord: string;
  /** A folder with one of these files may belong to a root of this ecosystem. */
  readonly markers: readonly string[];
  /** Environment variables that decide what is read of a workspace. */
  readonly variables: readonly string[];
  readonly isName: (text: string) => boolean;
  /** Two spellings of one package give the same key. */
  readonly foldName: (name: string) => string;
  /** The operators of atoms, which mean the same in every ecosystem. */
  readonly requirementOf: (comparators: readonly Comparator[]) => Requirement | Unsound;
  /** What an atom has in braces, in the ecosystem's own syntax. */
  readonly ownRequirement: (text: string) => Requirement | Unsound;
  /** The root that a folder with a marker belongs to, which may lie above it; `undefined` where the marker means nothing. */
  readonly readRoot: (folder: string, where: RootSurroundings) => WorkspaceRoot | undefined;
  /** Where a dependency's source lies on this machine; `undefined` where it was not fetched. */
  readonly packageFolder: (dependency: Dependency, where: PackageSurroundings) => string | undefined;
  /** Every version under a name that was unpacked on this machine, whichever project it was for; the newest first. */
  readonly unpackedPackages: (name: string, where: PackageSurroundings) => readonly UnpackedPackage[];
  /** Where names of packages can be looked up; `undefined` where that is not on the web. */
  readonly nameRegistry: (where: PackageSurroundings) => NameRegistry | undefined;
  /** Whether a lock file has to be made before the versions of a root are known. */
  readonly needsLock: (root: WorkspaceRoot) => boolean;
  /** Makes them, in our own cache, and says where it could not. The one thing here that starts a process; the roots have to be read again. */
  readonly makeLocks: (roots: readonly WorkspaceRoot[], where: RootSurroundings) => Promise<readonly Problem[]>;
}

export type PackageSurroundings = Pick<Context, "env" | "home">;

export interface UnpackedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export interface RootSurroundings extends Pick<Context, "env" | "home" | "os"> {
  /** The top of the repository: nothing outside is read. Without one the root itself is the limit. */
  readonly repository?: string | null;
  /** Where a lock file lies that was made for a root without one, by the root's folder. */
  readonly madeLock: (folder: string) => string;
}

export const OPERATORS = [">=", "<=", "==", ">", "<", "^", "~", "="] as const;
export type Operator = (typeof OPERATORS)[number];

/** `=` is compatible with (a caret), `==` is exactly. */
export interface Comparator {
  readonly operator: Operator;
  readonly version: string;
}

export interface Requirement {
  readonly text: string;
  readonly matches: (version: string) => boolean;
  /** Versions at its limits: two requirements have a version in common if one of theirs meets both. */
  readonly limits: () => readonly string[];
}

/** Why a requirement cannot be understood. */
export interface Unsound {
  readonly problem: string;
}

/** What one root says about itself. */
export interface WorkspaceRoot {
  /** The ecosystem's name. */
  readonly ecosystem: string;
  readonly folder: string;
  /** The packages that are developed here, the root's own included. */
  readonly members: readonly Member[];
  /** Direct ones of all members, members themselves left out; one entry for each version. */
  readonly dependencies: readonly Dependency[];
  /** No file says which versions are in use. */
  readonly isUnlocked: boolean;
  /** What a hook call looks at every time: few files, and whatever changes when a dependency does. */
  readonly checked: readonly Stamped[];
  /** Everything else the answer depends on. */
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
}

export interface Member {
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
}

export interface Dependency {
  readonly ecosystem: string;
  /** The package's own name, whatever the project calls it. */
  readonly name: string;
  /** Absent where no file says it. */
  readonly version?: string;
  /** Where no file says the version: what the manifest asks for, in the ecosystem's own syntax. It stands for the version (PL-32). */
  readonly requirement?: string;
  readonly origin: DependencyOrigin;
}

/** Where the package manager takes it from; `folder` where its files lie on this machine. */
export interface DependencyOrigin {
  readonly kind: "registry" | "git" | "path";
  readonly folder?: string;
  /** The lock file's word for the source, and its checksum of the package. */
  readonly address?: string;
  readonly checksum?: string;
}
