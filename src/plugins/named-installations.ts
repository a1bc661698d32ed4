/** All installations of one plugin under unique names: declared ones and inline ones. */

import { envName } from "../installations/hook-environment.ts";
import type { Installation } from "../installations/installation.ts";
import { checkInstallation } from "./check-installation.ts";
import type { InlineEntry, InstallationEntry } from "./installation-entry.ts";
import type { Report } from "./report.ts";

export interface NamedInstallations {
  readonly sound: Map<string, Installation>;
  readonly broken: Set<string>;
  /** The entries that they are written in. */
  readonly entries: Map<string, object>;
  readonly report: Report;
  /** The plugin's folder. */
  readonly folder: string;
}

export function collectInstallations(entries: readonly InstallationEntry[], report: Report, folder: string): NamedInstallations {
  const named: NamedInstallations = { sound: new Map(), broken: new Set(), entries: new Map(), report, folder };
  const entered = entries.filter((entry) => {
    if (!isTaken(named, entry.name)) return enter(named, entry.name, entry);
    report(entry, { message: `installation \`${entry.name}\` is declared twice; the first one counts`, key: "name" });
    return false;
  });
  // Only now, because an installation may require one that is declared after it.
  for (const entry of entered) addRequirements(named, entry.name, entry);
  return named;
}

/** Adds an inline installation, under the name of its user; `false` when it was reported. `within` is the entry that it is written in. */
export function adopt(named: NamedInstallations, name: string, entry: InlineEntry, within: object = entry): boolean {
  if (!isTaken(named, name)) return enter(named, name, entry, within) && addRequirements(named, name, entry);
  named.report(entry, {
    message: `the inline installation of \`${name}\` conflicts with another of that name`,
    hint: "rename one of them",
  });
  return false;
}

/** The installation, or why there is none. */
export function find(named: NamedInstallations, name: string): Installation | string {
  const isBroken = named.broken.has(name);
  return named.sound.get(name) ?? (isBroken ? `installation \`${name}\`, which is invalid` : `unknown installation \`${name}\``);
}

/** Names of what `entry` requires, tables among them added as `<owner>__req_<position>`; `undefined` when it was reported. */
export function requirementsOf(named: NamedInstallations, owner: string, entry: Pick<InlineEntry, "requirements">): string[] | undefined {
  const names: string[] = [];
  for (const [index, requirement] of entry.requirements.entries()) {
    const name = typeof requirement === "string" ? requirement : `${owner}__req_${index}`;
    if (typeof requirement !== "string" && !adopt(named, name, requirement)) return undefined;
    const found = find(named, name);
    if (typeof found === "string") {
      named.report(entry, { message: `\`${owner}\` requires ${found}`, hint: "declare it under [[installations]]", key: "requirements" });
      return undefined;
    }
    names.push(name);
  }
  return names;
}

function isTaken({ sound, broken }: NamedInstallations, name: string): boolean {
  return sound.has(name) || broken.has(name);
}

function enter(named: NamedInstallations, name: string, entry: InlineEntry, within: object = entry): boolean {
  const twin = [...named.sound.keys()].find((other) => envName(other) === envName(name));
  const checked =
    twin === undefined ? checkInstallation(name, entry, named.folder) : `sets the same variable as \`${twin}\`: SYMPOSIUM_${envName(name)}`;
  if (typeof checked !== "string") {
    named.sound.set(name, checked);
    named.entries.set(name, within);
    return true;
  }
  named.broken.add(name);
  named.report(entry, { message: `installation \`${name}\` ${checked}` });
  return false;
}

function addRequirements(named: NamedInstallations, name: string, entry: InlineEntry): boolean {
  const requirements = requirementsOf(named, name, entry);
  const installation = named.sound.get(name);
  if (requirements !== undefined && installation !== undefined) {
    named.sound.set(name, { ...installation, requirements });
    return true;
  }
  named.sound.delete(name);
  named.broken.add(name);
  return false;
}
