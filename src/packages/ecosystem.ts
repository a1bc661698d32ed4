/**
 * An ecosystem finds a project's dependencies in its own files. Only `fetchPackage`, `findVersion` and `searchRegistry` use the network; only they
 * and `makeLocks` start processes. A new ecosystem is a folder beside this file with an `index.ts` that exports `ecosystem`; `npm run generate` makes
 * `list.ts` and `markers.ts` from the folders.
 */

import type { Context } from "../context.ts";
import type { Problem } from "../files/problem.ts";
import type { Toml } from "../files/toml.ts";
import type { PlacedContext } from "../host/places.ts";
import type { Budget, Stamped } from "../host/reading-budget.ts";
import type { Refusal } from "./refusal.ts";
import type { NameRegistry } from "./registry-names.ts";

export interface Ecosystem {
  /** The prefix of an atom: `cargo`, `npm` … */
  readonly name: string;
  readonly title: string;
  /** Its word for a package: `crate`, `package` … */
  readonly packageWord: string;
  /** A folder with one of these files may belong to a root of this ecosystem. */
  readonly markers: readonly string[];
  readonly variables: readonly string[];
  /** Variables of its package manager that background processes need besides `variables`. */
  readonly recordedVariables: readonly string[];
  readonly isName: (text: string) => boolean;
  /** Two spellings of one package give the same key. */
  readonly foldName: (name: string) => string;
  /** The operators of atoms, which mean the same in every ecosystem. */
  readonly requirementOf: (comparators: readonly Comparator[]) => Requirement | Unsound;
  /** The text in an atom's braces, in the ecosystem's own syntax. */
  readonly ownRequirement: (text: string) => Requirement | Unsound;
  readonly exactRequirement: (version: string) => string;
  readonly anyRequirement: string;
  /** Positive where the first is newer. An invalid version is older than every valid one. */
  readonly compareVersions: (one: string, other: string) => number;
  /** The root that a folder with a marker belongs to, which may be above it; `undefined` where the marker means nothing. */
  readonly readRoot: (folder: string, where: RootSurroundings) => WorkspaceRoot | undefined;
  /** The folder of a dependency's source on this machine; `undefined` where it was not fetched. */
  readonly packageFolder: (dependency: Dependency, where: PackageSurroundings) => string | undefined;
  /** Every version of a name that was unpacked on this machine, for any project; the newest first. */
  readonly unpackedPackages: (name: string, where: PackageSurroundings) => readonly UnpackedPackage[];
  /** What the user's own configuration fetched under a name and a version, to compare a package with (IX-17). */
  readonly fetchedCopies: (name: string, version: string, where: PackageSurroundings) => FetchedCopies;
  /** The file in a package's folder that describes it; `undefined` where none can contain a plugin. */
  readonly packageFile: string | undefined;
  /** Names of folders that running a package's code writes into its folder. A consent does not cover them (PL-17). */
  readonly derived: readonly string[];
  /** A file with a plugin contains one of these texts; without a list `symposium`. */
  readonly embeddedMarks?: readonly string[];
  /** What the text of a `packageFile` says about the package's plugin. Never throws. `readEmbedded` reads the file. */
  readonly embedded: (file: string, text: string) => Embedded;
  /** Where names of packages can be looked up; `undefined` where that is not on the web. */
  readonly nameRegistry: (where: Pick<Context, "env" | "home" | "os">) => NameRegistry | undefined;
  /** Whether a lock file must be made before the versions of a root are known. */
  readonly needsLock?: (root: WorkspaceRoot) => boolean;
  /** Makes these lock files in Symposium's cache, and reports failures. The roots must be read again. */
  readonly makeLocks?: (roots: readonly WorkspaceRoot[], where: RootSurroundings) => Promise<readonly Problem[]>;
  /** Fetches a package to read it, with the package manager and the user's configuration alone (PL-32). Builds and runs nothing. Only commands call it. */
  readonly fetchPackage: (wanted: WantedPackage, where: FetchSurroundings) => Promise<UnpackedPackage | Problem>;
  /** The newest version in the user's registry that a requirement allows. Downloads no package. Commands call it. */
  readonly findVersion?: (wanted: Pick<WantedPackage, "name" | "requirement">, where: FetchSurroundings) => Promise<FoundVersion | Refusal>;
  /** Unpacks packages that lie in archives on this machine and carry a plugin. Without it the package manager unpacks all. Commands call it. */
  readonly unpackArchived?: (dependencies: readonly Dependency[], where: FetchSurroundings) => Promise<void>;
  /** Searches the user's registry under the rules of `fetchPackage`. The texts in the answer are the registry's: any characters. */
  readonly searchRegistry: (query: string, where: FetchSurroundings) => Promise<RegistrySearch>;
}

/** Without an answer the reason, such as being offline. */
export type RegistrySearch =
  | { readonly registry: string; readonly packages: readonly FoundPackage[]; readonly hasMore: boolean }
  | { readonly unasked: string };

export interface FoundPackage extends FoundVersion {
  readonly description?: string;
}

/** By version, or by requirement from the ecosystem's usual registry. */
export interface WantedPackage {
  readonly name: string;
  readonly version?: string;
  /** In the ecosystem's own syntax; without one and without a version any version is good. */
  readonly requirement?: string;
  /** The dependency's origin, where the package is one. What is fetched is compared with its checksum. */
  readonly origin?: DependencyOrigin;
  /** The file that asks for the package; problems name it. */
  readonly namedIn: string;
}

export type FoundVersion = Pick<UnpackedPackage, "name" | "version">;

/** Package managers are started in an empty folder of the cache. */
export interface FetchSurroundings extends PackageSurroundings {
  /** The repository, or the workspace without one: no program, configuration or folder inside it counts. */
  readonly repository: string | null;
}

export interface PackageSurroundings extends Pick<Context, "env" | "home" | "os"> {
  /** Symposium's cache: packages that their manager did not unpack are there, each ecosystem's in a folder of its own. */
  readonly cache: string;
}

export interface FetchedCopies {
  readonly folders: readonly string[];
  /** Folders that change when another copy is fetched. */
  readonly within: readonly string[];
  /** Names of files that the package manager adds to a package or leaves out. */
  readonly beside?: readonly string[];
}

export interface UnpackedPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** Without a table and without a problem the package says nothing about a plugin. */
export interface Embedded {
  readonly file: string;
  /** The package's own name, if the file has it. */
  readonly name?: string;
  /** The plugin's table, with positions in the whole file. */
  readonly table?: Toml & { ok: true };
  readonly problems: readonly Problem[];
}

export interface RootSurroundings extends Pick<Context, "env" | "home" | "os"> {
  /** How much may be read; without one as much as there is. */
  readonly budget?: Budget | undefined;
  /** The repository's root: nothing outside is read. Without one the workspace root is the limit. */
  readonly repository?: string | null;
  /** The path of the generated lock file for a root without one, by the root's folder and ecosystem. */
  readonly madeLock: (folder: string, ecosystem: string) => string;
  /** The path of a file of the same root where an ecosystem may store what it read, for the next time. */
  readonly stored?: ((folder: string, ecosystem: string) => string) | undefined;
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
  /** In the ecosystem's own syntax. */
  readonly own: string;
  readonly matches: (version: string) => boolean;
  /** Versions at its limits: two requirements have a version in common if one of these meets both. */
  readonly limits: () => readonly string[];
}

export interface Unsound {
  readonly problem: string;
}

export interface WorkspaceRoot {
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
  /** Everything else the result depends on, including missing files. */
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
  /** A folder beside the workspace that its files name. It is not read before the user names it with `use <folder>` (PL-32). */
  readonly beside?: string;
  /** The package's name is only in that folder: until the user names it, the dependency is called by the path. */
  readonly isUnnamed?: true;
  /** The user named `beside`: `true` where it is also `folder`, else the reason why it is not read. */
  readonly named?: true | string;
  /** The lock file's name for the source, and its checksum of the package. */
  readonly address?: string;
  readonly checksum?: string;
}

/** The ecosystem of an atom without a prefix. It is in this file because help names it and must not load an ecosystem. */
export const BARE = "cargo";

/** What ecosystems need to find packages on this machine. */
export function packageSurroundings({ context: { env, home, os }, places: { cache } }: PlacedContext): PackageSurroundings {
  return { env, home, os, cache };
}
