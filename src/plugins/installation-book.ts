/** All installations of one plugin under unique names: declared ones, and those written where they are used. */

import { envName } from "../installations/hook-environment.ts";
import type { Installation } from "../installations/installation.ts";
import { checkInstallation } from "./check-installation.ts";
import type { InlineEntry, InstallationEntry } from "./installation-entry.ts";
import type { Report } from "./report.ts";

export interface InstallationBook {
  readonly sound: Map<string, Installation>;
  readonly broken: Set<string>;
  readonly report: Report;
}

export function openBook(entries: readonly InstallationEntry[], report: Report): InstallationBook {
  const book: InstallationBook = { sound: new Map(), broken: new Set(), report };
  const entered = entries.filter((entry) => {
    if (!isTaken(book, entry.name)) return enter(book, entry.name, entry);
    report(entry, { message: `installation \`${entry.name}\` is declared twice; the first one counts`, key: "name" });
    return false;
  });
  // Only now, because an installation may require one that is declared after it.
  for (const entry of entered) addRequirements(book, entry.name, entry);
  return book;
}

/** Takes in an installation from its place of use, under the name of its user; `false` when it was reported. */
export function adopt(book: InstallationBook, name: string, entry: InlineEntry): boolean {
  if (!isTaken(book, name)) return enter(book, name, entry) && addRequirements(book, name, entry);
  book.report(entry, { message: `the inline installation of \`${name}\` conflicts with another of that name`, hint: "rename one of them" });
  return false;
}

/** The installation, or why there is none. */
export function find(book: InstallationBook, name: string): Installation | string {
  const isBroken = book.broken.has(name);
  return book.sound.get(name) ?? (isBroken ? `installation \`${name}\`, which is not valid` : `unknown installation \`${name}\``);
}

/** Names of what `entry` requires, tables among them adopted as `<owner>__req_<position>`; `undefined` when it was reported. */
export function requirementsOf(book: InstallationBook, owner: string, entry: Pick<InlineEntry, "requirements">): string[] | undefined {
  const names: string[] = [];
  for (const [index, requirement] of entry.requirements.entries()) {
    const name = typeof requirement === "string" ? requirement : `${owner}__req_${index}`;
    if (typeof requirement !== "string" && !adopt(book, name, requirement)) return undefined;
    const found = find(book, name);
    if (typeof found === "string") {
      book.report(entry, { message: `\`${owner}\` requires ${found}`, hint: "declare it under [[installations]]", key: "requirements" });
      return undefined;
    }
    names.push(name);
  }
  return names;
}

function isTaken({ sound, broken }: InstallationBook, name: string): boolean {
  return sound.has(name) || broken.has(name);
}

function enter(book: InstallationBook, name: string, entry: InlineEntry): boolean {
  const twin = [...book.sound.keys()].find((other) => envName(other) === envName(name));
  const checked = twin === undefined ? checkInstallation(name, entry) : `has the same variable as \`${twin}\`: SYMPOSIUM_${envName(name)}`;
  if (typeof checked !== "string") {
    book.sound.set(name, checked);
    return true;
  }
  book.broken.add(name);
  book.report(entry, { message: `installation \`${name}\` ${checked}` });
  return false;
}

function addRequirements(book: InstallationBook, name: string, entry: InlineEntry): boolean {
  const requirements = requirementsOf(book, name, entry);
  const installation = book.sound.get(name);
  if (requirements !== undefined && installation !== undefined) {
    book.sound.set(name, { ...installation, requirements });
    return true;
  }
  book.sound.delete(name);
  book.broken.add(name);
  return false;
}
