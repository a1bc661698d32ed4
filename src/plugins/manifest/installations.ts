/** All installations of one plugin under unique names: declared ones and inline ones. */

import { lookUp } from "../../lookup.ts";
import { envName, isReservedEnvName } from "../../packages/programs/hook-environment.ts";
import { PROGRAM_SOURCES, programSourceNamed } from "../../packages/programs/list.ts";
import type { Installation, InstallationSource, ProgramSource, SourceEntry } from "../../packages/programs/program-source.ts";
import type { Report } from "./report.ts";
import type { InlineEntry, InstallationEntry } from "./schema.ts";

export interface NamedInstallations {
  readonly sound: Map<string, Installation>;
  readonly broken: Set<string>;
  readonly entries: Map<string, object>;
  readonly report: Report;
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
  const message = `the inline installation of \`${name}\` conflicts with another of that name`;
  named.report(entry, { message, hint: "rename one of them" });
  return false;
}

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

/** The installation without its requirements, or the problem as the rest of a sentence. `folder` is the plugin's. */
export function checkInstallation(name: string, entry: InlineEntry, folder: string): Installation | string {
  const problem = nameProblem(name) ?? keyProblem(entry) ?? runnableProblem(entry);
  if (problem !== undefined) return problem;
  const source = sourceOf(entry, folder);
  if (typeof source === "string") return source;
  const { executable = commandOf(entry), script, args, install_commands: installCommands } = entry;
  return { name, source, executable, script, args, installCommands, requirements: [] };
}

function nameProblem(name: string): string | undefined {
  const env = envName(name);
  if (env === "") return "has an empty name";
  return isReservedEnvName(env) ? `would set SYMPOSIUM_${env}, which is reserved; choose another name` : undefined;
}

/** Without its source a key would silently have no effect. */
function keyProblem(entry: InlineEntry): string | undefined {
  const named = entry.source === undefined ? undefined : programSourceNamed(entry.source);
  if (entry.source !== undefined && named === undefined)
    return `has an unknown source \`${entry.source}\`; known sources: ${PROGRAM_SOURCES.map(({ name }) => name).join(", ")}`;
  const has = (source: Pick<ProgramSource, "keys"> | undefined, key: string) => source?.keys.some((one) => one.key === key) === true;
  const keys = PROGRAM_SOURCES.flatMap((source) => source.keys.map(({ key }) => key));
  const stray = keys.find((key) => lookUp<unknown>(entry, key) !== undefined && !has(named, key));
  if (stray === undefined) return undefined;
  const owners = PROGRAM_SOURCES.filter((source) => has(source, stray)).map(({ name }) => name);
  return `has \`${stray}\`, which needs \`source = "${owners.join('"` or `"')}"\``;
}

function runnableProblem(entry: InlineEntry): string | undefined {
  const { executable, script } = entry;
  if (executable !== undefined && script !== undefined) return "sets both: `executable` and `script` are mutually exclusive";
  if (commandOf(entry) !== undefined && (executable ?? script) !== undefined)
    return "sets `command`, which means `executable`, in addition to another program to run";
  return undefined;
}

function commandOf(entry: InlineEntry): string | undefined {
  const command = lookUp<unknown>(entry, "command");
  return typeof command === "string" ? command : undefined;
}

/** Commands without a source run in a copy of the plugin's folder (PG-8). `undefined` where there is nothing to acquire. */
function sourceOf(entry: InlineEntry, folder: string): InstallationSource | string | undefined {
  const source = programSourceNamed(entry.source ?? "path");
  const wanted = source?.read({ ...(entry as SourceEntry), folder });
  if (source === undefined || wanted === undefined || typeof wanted === "string") return wanted as string | undefined;
  return source.identify(wanted, "") === undefined ? undefined : { source: source.name, wanted };
}
