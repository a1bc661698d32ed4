/** Custom predicates are global, so a name that two plugins define is ambiguous. */

export interface Defined {
  readonly plugin: string;
  readonly name: string;
}

export interface DefinedOnce<T extends Defined> {
  readonly kept: readonly T[];
  /** One for each dropped name. */
  readonly warnings: readonly { readonly name: string; readonly message: string; readonly hint: string }[];
}

/** Why such a predicate has no program that could be asked. */
export const UNDEFINED = "no plugin defines it, or several do";

/** All definitions of a name that is defined more than once are dropped (H115). */
export function definedOnce<T extends Defined>(definitions: readonly T[]): DefinedOnce<T> {
  const byName = new Map<string, T[]>();
  for (const definition of definitions) byName.set(definition.name, [...(byName.get(definition.name) ?? []), definition]);
  const repeated = [...byName].filter(([, all]) => all.length > 1);
  return {
    kept: definitions.filter(({ name }) => byName.get(name)?.length === 1),
    warnings: repeated.map(([name, all]) => ({
      name,
      message: `the predicate ${name} is defined by ${[...new Set(all.map(({ plugin }) => plugin))].join(" and ")}, so Symposium ignores all of them`,
      hint: "rename all but one, or disable the other plugins",
    })),
  };
}
