/**
 * The second axis: where a project's dependencies are declared. An ecosystem reads only its own files: it uses
 * no network, and except for `makeLocks` it starts no process and writes nothing. A new one is a folder beside this file and a line in `list.ts`; the names of
 * its files go into `markers.ts`, which every hook call reads.
 */

import type { Problem } from "../documents/problem.ts";
import type { Context } from "../context.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { NameRegistry } from "./registry-names.ts";

export interface Ecosystem {
  /** The prefix of an atom: `cargo`, `npm` … */
  readonly name: string;
  readonly title: string;
  /** Its word for a package: `crate`, `package` … */
  readonly packageWord: string;
  /** A folder with one of these files may belong to a root of this ecosystem. */
  readonly markers: readonly string[];
  /** Environment variables that affect how a workspace is read. */
  readonly variables: readonly string[];
  readonly isName: (text: string) => boolean;
  /** Two spellings of one package give the same key. */
  readonly foldName: (name: string) => string;
  /** The operators of atoms, which mean the same in every ecosystem. */
  readonly requirementOf: (comparators: readonly Comparator[]) => Requirement | Unsound;
  /** The text in an atom's braces, in the ecosystem's own syntax. */
  readonly ownRequirement: (text: string) => Requirement | Unsound;
  /** The root that a folder with a marker belongs to, which may be above it; `undefined` where the marker means nothing. */
  readonly readRoot: (folder: string, where: RootSurroundings) => WorkspaceRoot | undefined;
  /** The folder of a dependency's source on this machine; `undefined` where it was not fetched. */
  readonly packageFolder: (dependency: Dependency, where: PackageSurroundings) => string | undefined;
  /** Every version of a name that was unpacked on this machine, for any project; the newest first. */
  readonly unpackedPackages: (name: string, where: PackageSurroundings) => readonly UnpackedPackage[];
  /** Where names of packages can be looked up; `undefined` where that is not on the web. */
  readonly nameRegistry: (where: PackageSurroundings) => NameRegistry | undefined;
  /** Whether a lock file must be made before the versions of a root are known. */
  readonly needsLock: (root: WorkspaceRoot) => boolean;
  /** Makes them, in our own cache, and reports failures. Only this starts a process; the roots must be read again. */
  readonly makeLocks: (roots: readonly WorkspaceRoot[], where: RootSurroundings) => Promise<readonly Problem[]>;
}

export type PackageSurroundings = Pick<Context, "env" | "home">;

export interface UnpackedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export interface RootSurroundings extends Pick<Context, "env" | "home" | "os"> {
  /** The repository's root: nothing outside is read. Without one the workspace root is the limit. */
  readonly repository?: string | null;
  /** The path of the generated lock file for a root without one, by the root's folder. */
  readonly madeLock: (folder: string) => string;
}

export const OPERATORS = [">=", "<=", "==", ">", "<", "^", "~", "="] as const;
export type Operator = (typeof OPERATORS)[number];

/** `=` means compatible (like a caret), `==` exactly. */
export interface Comparator {
  readonly operator: Operator;
  readonly version: string;
}

export interface Requirement {
  readonly text: string;
  readonly matches: (version: string) => boolean;
  /** Versions at its limits: two requirements have a version in common if one of these meets both. */
  readonly limits: () => readonly string[];
}

/** Why a requirement is invalid. */
export interface Unsound {
  readonly problem: string;
}

/** What is known about one root. */
export interface WorkspaceRoot {
  /** The ecosystem's name. */
  readonly ecosystem: string;
  readonly folder: string;
  /** The packages that are developed here, including the root's own. */
  readonly members: readonly Member[];
  /** Direct dependencies of all members, without the members themselves; one entry per version. */
  readonly dependencies: readonly Dependency[];
  /** No file has the versions in use. */
  readonly isUnlocked: boolean;
  /** The files that a hook call checks every time: few, and they change when a dependency does. */
  readonly checked: readonly Stamped[];
  /** Everything else the result depends on. */
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
  /** The package's own name, not the project's alias. */
  readonly name: string;
  /** Absent where no file has it. */
  readonly version?: string;
  /** Without a known version: the manifest's requirement, in the ecosystem's own syntax. It is used as the version (PL-32). */
  readonly requirement?: string;
  readonly origin: DependencyOrigin;
}

/** Where the package manager gets it; `folder` where its files are on this machine. */
export interface DependencyOrigin {
  readonly kind: "registry" | "git" | "path";
  readonly folder?: string;
  /** The lock file's name for the source, and its checksum of the package. */
  readonly address?: string;
  readonly checksum?: string;
}
