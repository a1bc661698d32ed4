/**
 * Installations: what hooks, subcommands and predicates run, and how it is installed. The fourth axis is where an
 * installation comes from; one without a source is already installed.
 */

export interface Installation {
  readonly name: string;
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

export type InstallationSource =
  | { readonly kind: "cargo"; readonly crate: string; readonly version?: string; readonly git?: string; readonly global: boolean }
  | { readonly kind: "github"; readonly url: string }
  | { readonly kind: "binary"; readonly url?: string };

/** Why this version cannot provide it, or `undefined` when it can. */
export function missingAbility({ name, source, installCommands }: Installation): string | undefined {
  if (source !== undefined) return `installation ${name} (${source.kind}), which this version does not fetch yet`;
  if (installCommands.length > 0) return `installation ${name}, whose install_commands this version does not run yet`;
  return undefined;
}
