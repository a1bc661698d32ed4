/** Checks one installation by itself: from the table in the manifest to the model, or its problem. */

import { lookUp } from "../lookup.ts";
import { envName, isReservedEnvName } from "../installations/hook-environment.ts";
import type { Installation, InstallationSource } from "../installations/installation.ts";
import { PROGRAM_SOURCES, programSourceNamed } from "../installations/list.ts";
import type { SourceEntry } from "../installations/program-source.ts";
import type { InlineEntry } from "./installation-entry.ts";

/** The installation without its requirements, or the problem as the rest of a sentence. `folder` is the plugin's. */
export function checkInstallation(name: string, entry: InlineEntry, folder: string): Installation | string {
  const problem = nameProblem(name) ?? keyProblem(entry) ?? runnableProblem(entry);
  if (problem !== undefined) return problem;
  const source = sourceOf(entry, folder);
  if (typeof source === "string") return source;
  const executable = entry.executable ?? commandOf(entry);
  return {
    name,
    ...(source === undefined ? {} : { source }),
    ...(executable === undefined ? {} : { executable }),
    ...(entry.script === undefined ? {} : { script: entry.script }),
    ...(entry.args === undefined ? {} : { args: entry.args }),
    installCommands: entry.install_commands,
    requirements: [],
  };
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
  const isSet = ({ key }: { readonly key: string }) => lookUp<unknown>(entry, key) !== undefined;
  const stray = PROGRAM_SOURCES.flatMap(({ keys }) => keys).find(
    (one) => isSet(one) && named?.keys.some(({ key }) => key === one.key) !== true,
  );
  if (stray === undefined) return undefined;
  const owners = PROGRAM_SOURCES.filter(({ keys }) => keys.some(({ key }) => key === stray.key)).map(({ name }) => name);
  return `has \`${stray.key}\`, which needs \`source = "${owners.join('"` or `"')}"\``;
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
