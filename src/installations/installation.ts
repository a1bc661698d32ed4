/**
 * Installations: what hooks, subcommands and predicates run, and how it is installed. The fourth axis is where an
 * installation comes from; one without a source is already installed.
 */

export interface Installation {
  readonly name: string;
  /** Absent where there is nothing to acquire. */
  readonly source?: InstallationSource;
  /** At most one of the two; an installation with neither exists for its side effects, or lets its users choose. */
  readonly executable?: string;
  readonly script?: string;
  readonly args?: readonly string[];
  /** Shell commands to run after the source is fetched. */
  readonly installCommands: readonly string[];
  /** Names of installations that this one requires. */
  readonly requirements: readonly string[];
}

/** `wanted` belongs to the source: only the folder of that name knows its keys. */
export interface InstallationSource {
  readonly source: string;
  readonly wanted: object;
}
