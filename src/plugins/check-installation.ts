/** Checks one installation by itself: from the table in the manifest to the model, or its problem. */

import { envName, isReservedEnvName } from "../installations/hook-environment.ts";
import type { Installation, InstallationSource } from "../installations/installation.ts";
import type { InlineEntry } from "./installation-entry.ts";

/** The installation without its requirements, or the problem as the rest of a sentence. */
export function checkInstallation(name: string, entry: InlineEntry): Installation | string {
  const problem = nameProblem(name) ?? keyProblem(entry) ?? runnableProblem(entry);
  if (problem !== undefined) return problem;
  const source = sourceOf(entry);
  if (typeof source === "string") return source;
  const executable = entry.executable ?? entry.command;
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

/** Keys that belong to certain sources. Without its source such a key would silently have no effect. */
const SOURCES_OF_KEY = {
  crate: ["cargo"],
  version: ["cargo"],
  git: ["cargo"],
  global: ["cargo"],
  url: ["github", "binary"],
  command: ["local"],
} as const;

const KNOWN_SOURCES = ["cargo", "github", "binary", "local"];

function keyProblem(entry: InlineEntry): string | undefined {
  const { source } = entry;
  if (source !== undefined && !KNOWN_SOURCES.includes(source))
    return `has an unknown source \`${source}\`; known sources: ${KNOWN_SOURCES.join(", ")}`;
  for (const [key, sources] of Object.entries(SOURCES_OF_KEY)) {
    if (
      entry[key as keyof typeof SOURCES_OF_KEY] === undefined ||
      (source !== undefined && (sources as readonly string[]).includes(source))
    )
      continue;
    return `has \`${key}\`, which needs \`source = "${sources.join('"` or `"')}"\``;
  }
  return undefined;
}

function runnableProblem({ executable, script, command, git, global }: InlineEntry): string | undefined {
  if (executable !== undefined && script !== undefined) return "sets both: `executable` and `script` are mutually exclusive";
  if (command !== undefined && (executable ?? script) !== undefined)
    return "sets `command`, which means `executable`, in addition to another program to run";
  if (git !== undefined && executable === undefined) return "is built from a repository: `git` requires `executable`";
  if (global === true && executable === undefined) return "`global = true` requires `executable`";
  return undefined;
}

function sourceOf({ source, crate, version, git, global = false, url }: InlineEntry): InstallationSource | string | undefined {
  if (source === "cargo") {
    if (crate === undefined) return "comes from cargo but has no `crate`";
    return { kind: "cargo", crate, ...(version === undefined ? {} : { version }), ...(git === undefined ? {} : { git }), global };
  }
  if (source === "github") return url === undefined ? "comes from github but has no `url`" : { kind: "github", url };
  if (source === "binary") return { kind: "binary", ...(url === undefined ? {} : { url }) };
  return undefined;
}
