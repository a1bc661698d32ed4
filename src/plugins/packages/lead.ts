/** What leads to a package: the user, a plugin's `[[plugins]]` entry or skill group, or another package's metadata. */

import { grouped } from "../../canonical/grouped.ts";
import type { Dependency } from "../../ecosystems/ecosystem.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { ecosystemOfAtom } from "../../predicates/ecosystem-of-atom.ts";
import { dependenciesMeant } from "../../predicates/named-packages.ts";
import type { Atom, Gate } from "../../predicates/predicate.ts";
import type { Plugin, SkillGroup } from "../plugin.ts";
import type { GitAddress } from "../../git/address.ts";

export interface Lead {
  readonly ecosystem: string;
  readonly package: Atom;
  /** Only these of the workspace's dependencies; absent where any of the name may be meant. */
  readonly among?: readonly Dependency[];
  /** The whole plugin of the package, or its skills alone. */
  readonly takes: "plugin" | "skills";
  /** The folder of the skills, where the package does not decide. */
  readonly path?: string;
  /** The plugins and packages on the way, outermost first. */
  readonly through: readonly string[];
  /** The packages on the way. */
  readonly visited: readonly string[];
  /** The source whose plugin leads here. */
  readonly source?: string;
  /** The file that names the package. */
  readonly file: string;
}

export type Way = Pick<Lead, "through" | "visited" | "source" | "file">;

export interface RepositoryLead extends Way {
  readonly address: GitAddress;
}

/** The packages that an active plugin names. `isOpen` judges the gate of one entry. */
export function leadsOf(plugin: Plugin, way: Way, workspace: Workspace | null, isOpen: (gate: Gate) => boolean): readonly Lead[] {
  const onwards: Way = { ...way, through: [...way.through, plugin.name] };
  return [
    ...plugin.chained
      .filter(({ gate }) => isOpen(gate))
      .flatMap(({ source }) => (source.kind === "package" ? leadTo(source.package, onwards, "plugin") : [])),
    ...plugin.skills.filter(({ gate }) => isOpen(gate)).flatMap((group) => leadsOfGroup(group, plugin, onwards, workspace)),
  ];
}

/** The repositories that an active plugin names. */
export function repositoriesOf(plugin: Plugin, way: Way, isOpen: (gate: Gate) => boolean): readonly RepositoryLead[] {
  const onwards: Way = { ...way, through: [...way.through, plugin.name] };
  return plugin.chained.flatMap(({ source, gate }) =>
    source.kind === "git" && isOpen(gate) ? [{ ...onwards, address: source.address }] : [],
  );
}

export function leadTo(named: Atom, way: Way, takes: Lead["takes"]): readonly Lead[] {
  return named.ecosystem === undefined ? [] : [{ ...way, ecosystem: named.ecosystem, package: named, takes }];
}

/** The packages of `source = "crate"`: the named one, or those that the gates of plugin and group name and the workspace has. */
function leadsOfGroup({ gate, source }: SkillGroup, plugin: Plugin, way: Way, workspace: Workspace | null): readonly Lead[] {
  if (source.kind !== "package") return [];
  const folder = source.path === undefined ? {} : { path: source.path };
  if (source.package !== undefined) return leadTo(source.package, way, "skills").map((lead) => ({ ...lead, ...folder }));
  const meant = workspace === null ? [] : dependenciesMeant([plugin.gate, gate], workspace);
  return [...grouped(meant, ({ ecosystem, name }) => `${ecosystem}:${ecosystemOfAtom(ecosystem).foldName(name)}`).values()].map(
    (among): Lead => {
      const [{ ecosystem, name }] = among as readonly [Dependency];
      return { ...way, ...folder, ecosystem, package: { ecosystem, name }, among, takes: "skills" };
    },
  );
}
