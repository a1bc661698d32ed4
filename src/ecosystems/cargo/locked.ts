/** Queries on a lock file: which packages have a name, and which of them a package depends on. */

import { grouped } from "../../canonical/grouped.ts";
import type { LockedPackage } from "./lock.ts";

export interface Locked {
  /** The only package of this name, where nothing replaces it. */
  readonly only: (name: string) => LockedPackage | undefined;
  readonly named: (name: string) => readonly LockedPackage[];
  /** The packages of one entry in a list of dependencies, after replacements. */
  readonly meant: (dependency: string) => readonly LockedPackage[];
  /** The entry of a member. */
  readonly member: (name: string, version: string | undefined) => LockedPackage | undefined;
}

export function lockedOf(packages: readonly LockedPackage[]): Locked {
  const byName = grouped(packages, ({ name }) => name);
  const named = (name: string) => byName.get(name) ?? [];
  const written = (dependency: string): readonly LockedPackage[] => {
    const [, name = "", version, source] = /^(\S+)(?: (\S+))?(?: \((.*)\))?$/.exec(dependency) ?? [];
    const found = named(name).filter((one) => version === undefined || one.version === version);
    if (source !== undefined) return found.filter((one) => isSameSource(one, source));
    // Of two with the same version the one in a folder has nothing more that could be written.
    return found.length > 1 && version !== undefined ? found.filter((one) => one.source === undefined) : found;
  };
  const known = new Map<string, readonly LockedPackage[]>();
  /** Hundreds of members depend on the same packages. */
  const meant = (dependency: string) => {
    let found = known.get(dependency);
    if (found === undefined) {
      found = written(dependency).flatMap((one) => (one.replace === undefined ? one : written(one.replace)));
      known.set(dependency, found);
    }
    return found;
  };
  return {
    only: (name) => {
      const all = named(name);
      return all.length === 1 && all[0]?.replace === undefined ? all[0] : undefined;
    },
    named: (name) => named(name).filter(({ replace }) => replace === undefined),
    meant,
    member: (name, version) => {
      let first: LockedPackage | undefined;
      for (const one of named(name)) {
        if (one.source !== undefined) continue;
        if (one.version === version) return one;
        first ??= one;
      }
      return first;
    },
  };
}

function isSameSource({ source }: LockedPackage, wanted: string): boolean {
  return source === wanted || source?.split("#")[0] === wanted.split("#")[0];
}
