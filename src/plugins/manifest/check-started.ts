/** What a hook, a subcommand or a predicate starts: finds or adds its installation, merges the two layers, and resolves everything. */

import { byteLength } from "../../host/engine.ts";
import { hookEnvironment } from "../../packages/programs/hook-environment.ts";
import { programSourceNamed } from "../../packages/programs/list.ts";
import type { Installation } from "../../packages/programs/program-source.ts";
import { type Named, type Resolved, resolveInstallation, type Surroundings } from "../../packages/programs/resolve-command.ts";
import { RESERVED } from "../command-names.ts";
import { BUILT_IN, isCustomName } from "../gates/parse-predicate.ts";
import type { CustomPredicate, Started, Subcommand } from "../plugin.ts";
import { readGate } from "./gate.ts";
import { adopt, find, type NamedInstallations, requirementsOf } from "./installations.ts";
import { type Finding, isFinding } from "./report.ts";
import type { InlineEntry, PredicateEntry, SubcommandEntry } from "./schema.ts";

interface Starter extends Named, Pick<InlineEntry, "requirements"> {
  readonly kind: string;
  readonly name: string;
  readonly command?: string | InlineEntry | undefined;
  readonly report: (finding: Finding) => void;
}

/** `undefined` when it is invalid, which was then reported. */
export function checkStarted(
  starter: Starter,
  entry: Pick<InlineEntry, "requirements">,
  named: NamedInstallations,
  where: Surroundings,
): Started | undefined {
  const { report } = starter;
  const installation = installationOf(starter, entry, named);
  if (installation === undefined) return undefined;
  const clash = layerClash(starter, installation);
  if (clash !== undefined) return void report({ key: "command", message: clash });
  const required = requirementsOf(named, starter.name, entry);
  if (required === undefined) return undefined;

  const requirements = withTheirOwn(required, installation, named).map((each) => ({ each, ...resolveInstallation(each, each, where) }));
  const unmet = requirements.flatMap(({ missing }) => missing ?? []);
  const { executable = installation.executable, script = installation.script, args = installation.args } = starter;
  const resolved = resolveInstallation(installation, { executable, script, args }, where);
  const { command = { kind: "executable" as const, path: installation.name, args: [] }, missing } = resolved;
  const all: readonly (Resolved & { readonly each: Installation })[] = [{ each: installation, ...resolved }, ...requirements];
  // What is missing adds nothing to the environment.
  const provided = all
    .filter(({ missing }) => missing === undefined)
    .map(({ each, directory, command }) => ({ name: each.name, directory, runnable: command?.path }));
  return {
    installation: installation.name,
    command,
    ...hookEnvironment(provided, where.os),
    requirements: requirements.map(({ each }) => each.name),
    unmet: unmet.length === 0 ? undefined : unmet,
    isAcquired: installation.source === undefined ? undefined : (true as const),
    missing,
  };
}

/** A table, or the starter's own `executable` or `script` alone, becomes an installation named after it. */
function installationOf({ name, command, report }: Starter, entry: object, named: NamedInstallations) {
  const own = typeof command === "string" ? command : undefined;
  const inline = own === undefined ? ((command as InlineEntry | undefined) ?? { install_commands: [], requirements: [] }) : undefined;
  if (inline !== undefined && !adopt(named, name, inline, command === undefined ? entry : inline)) return undefined;
  const found = find(named, own ?? name);
  if (typeof found !== "string") return found;
  const hint = `declare it under [[installations]], or write command = { script = "${own ?? "…"}" }`;
  return void report({ key: "command", message: found, hint });
}

function layerClash({ kind, ...starter }: Starter, installation: Installation): string | undefined {
  const set = [starter.executable, starter.script, installation.executable, installation.script].filter((each) => each !== undefined);
  if (set.length > 1) return `at most one of \`executable\` / \`script\` may be set on the ${kind} and its installation together`;
  if (starter.args !== undefined && installation.args !== undefined) return `\`args\` is set on both the ${kind} and its installation`;
  // A package with a single binary needs nothing more.
  const { source } = installation;
  if (set.length > 0 || (source !== undefined && programSourceNamed(source.source)?.knowsPrograms === true)) return undefined;
  return `there is nothing to run: neither the ${kind} nor its installation has \`executable\` or \`script\``;
}

/** One level: what a requirement or the command itself requires comes before it. */
function withTheirOwn(names: readonly string[], command: Installation, named: NamedInstallations): Installation[] {
  const sound = (name: string) => {
    const found = find(named, name);
    return typeof found === "string" ? [] : [found];
  };
  const direct = names.flatMap(sound).flatMap((each) => [...each.requirements.flatMap(sound), each]);
  return [...new Set([...direct, ...command.requirements.flatMap(sound)])];
}

export function checkSubcommand(
  name: string,
  entry: SubcommandEntry,
  named: NamedInstallations,
  where: Surroundings,
): Subcommand | undefined {
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `subcommand \`${name}\`: ${finding.message}` });
  const gate = readGate(entry);
  const wrong = subcommandNameProblem(name) ?? descriptionProblem(entry.description) ?? (isFinding(gate) ? gate : undefined);
  if (wrong !== undefined || isFinding(gate)) return wrong === undefined ? undefined : void report(wrong);
  const { description, audience } = entry;
  const started = checkStarted({ kind: "subcommand", ...entry, name, report }, entry, named, where);
  return started === undefined ? undefined : { name, description, audience, gate, ...started };
}

function subcommandNameProblem(name: string): Finding | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return { message: "the name has invalid characters", hint: "use letters, digits, - and _" };
  if (name.startsWith("-")) return { message: "the name begins with -, as flags do", hint: "begin with a letter" };
  return RESERVED.includes(name) ? { message: "the name shadows a command of Symposium", hint: "choose another name" } : undefined;
}

const LONGEST_DESCRIPTION = 1024;

function descriptionProblem(description: string): Finding | undefined {
  const bytes = byteLength(description);
  if (description.trim() === "") return { key: "description", message: "the description is empty", hint: "say in one line what it does" };
  if (bytes <= LONGEST_DESCRIPTION) return undefined;
  const message = `the description has ${bytes} bytes; the limit is ${LONGEST_DESCRIPTION}`;
  return { key: "description", message, hint: "shorten it to one line" };
}

export function checkPredicate(entry: PredicateEntry, named: NamedInstallations, where: Surroundings): CustomPredicate | undefined {
  const { name, command, args } = entry;
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `predicate \`${name}\`: ${finding.message}` });
  if (!isCustomName(name)) {
    if ((BUILT_IN as readonly string[]).includes(name))
      return void report({ key: "name", message: "the name is a built-in predicate", hint: "choose another name" });
    const hint = "use letters, digits and _, beginning with a letter";
    return void report({ key: "name", message: "the name has invalid characters", hint });
  }
  // Its arguments follow those of the installation instead of replacing them.
  const starter = { kind: "predicate", name: `__pred_${name}`, command, requirements: [], report };
  const started = checkStarted(starter, { requirements: [] }, named, where);
  if (started === undefined) return undefined;
  return { name, ...started, command: { ...started.command, args: [...started.command.args, ...args] } };
}
