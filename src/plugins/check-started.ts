/** What a hook, a subcommand or a predicate starts: finds or adds its installation, merges the two layers, and resolves everything. */

import { hookEnvironment, type Provided } from "../installations/hook-environment.ts";
import type { Installation } from "../installations/installation.ts";
import { programSourceNamed } from "../installations/list.ts";
import { type Named, type Resolved, resolveInstallation, type Surroundings } from "../installations/resolve-command.ts";
import { adopt, find, type NamedInstallations, requirementsOf } from "./named-installations.ts";
import type { InlineEntry } from "./installation-entry.ts";
import type { Started } from "./plugin.ts";
import type { Finding } from "./report.ts";

/** What starts something: a named or inline installation, and its overrides. */
export interface Starter extends Named, Pick<InlineEntry, "requirements"> {
  /** "hook", "subcommand" …, for messages. */
  readonly kind: string;
  /** The name of an inline installation. */
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
  const resolved = resolveInstallation(installation, layersOf(starter, installation), where);
  const { command = { kind: "executable" as const, path: installation.name, args: [] }, missing } = resolved;
  const provided = [{ each: installation, ...resolved }, ...requirements].flatMap(providedBy);
  return {
    installation: installation.name,
    command,
    ...hookEnvironment(provided, where.os),
    requirements: requirements.map(({ each }) => each.name),
    ...(unmet.length === 0 ? {} : { unmet }),
    ...(installation.source === undefined ? {} : { isAcquired: true as const }),
    ...(missing === undefined ? {} : { missing }),
  };
}

/** What is missing adds nothing to the environment. */
function providedBy({ each, command, directory, missing }: Resolved & { readonly each: Installation }): Provided[] {
  if (missing !== undefined) return [];
  return [{ name: each.name, ...(directory === undefined ? {} : { directory }), runnable: command?.path }];
}

const NOTHING: InlineEntry = { install_commands: [], requirements: [] };

/** A table, or the starter's own `executable` or `script` alone, becomes an installation named after it. */
function installationOf({ name, command, report }: Starter, entry: object, named: NamedInstallations) {
  const isAdopted = typeof command === "string" || adopt(named, name, command ?? NOTHING, command ?? entry);
  if (!isAdopted) return undefined;
  const found = find(named, typeof command === "string" ? command : name);
  if (typeof found !== "string") return found;
  const hint = `declare it under [[installations]], or write command = { script = "${typeof command === "string" ? command : "…"}" }`;
  return void report({ key: "command", message: found, hint });
}

/** What may not be set on both the starter and its installation, and what must be set at least once. */
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

function layersOf(starter: Starter, installation: Installation): Named {
  return {
    executable: starter.executable ?? installation.executable,
    script: starter.script ?? installation.script,
    args: starter.args ?? installation.args,
  };
}
