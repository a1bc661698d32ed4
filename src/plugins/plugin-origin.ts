/** Where a plugin comes from, which decides what it may do without asking. */

export type PluginOrigin = SourceOrigin | RepositoryOrigin | PackageOrigin | ImportedOrigin;

/** A source that the user configured: its hooks run without asking (PL-18). */
export interface SourceOrigin {
  readonly kind: "source";
  readonly name: string;
}

/** A root or member of the workspace itself (PL-26). */
export interface RepositoryOrigin {
  readonly kind: "repository";
  readonly folder: string;
}

/** A package: a dependency, or reached by a redirect or a chained plugin (PL-15, PL-28). */
export interface PackageOrigin {
  readonly kind: "package";
  readonly ecosystem: string;
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
  /** The plugins and packages that led here, outermost first; empty for a dependency that the user enabled. */
  readonly through: readonly string[];
  /** A source's plugin led here: its skills load without asking (PL-18). */
  readonly isFromSource: boolean;
  /** The name of that source. */
  readonly source?: string;
}

/** Files of an agent, whose hooks the user imported for every agent (IX-14). */
export interface ImportedOrigin {
  readonly kind: "imported";
  readonly agent: string;
  readonly scope: "user" | "project";
  /** The agent's own plugin that they are in, as the import is recorded. */
  readonly root?: string;
  /** Its folder. */
  readonly folder?: string;
  /** Absolute, in the order in which they are read. */
  readonly files: readonly string[];
  /** The files that each hook names, and whether it starts nothing else. */
  readonly named: readonly (readonly [hook: string, files: readonly string[], isFixed: boolean])[];
}

/** A package has its ecosystem's name for it. */
export function packageSource({ ecosystem, name }: Pick<PackageOrigin, "ecosystem" | "name">): string {
  return `${ecosystem}:${name}`;
}
