/** One subcommand of a manifest. */

import type { Surroundings } from "../installations/resolve-command.ts";
import { RESERVED } from "./command-names.ts";
import { checkStarted } from "./check-started.ts";
import { readGate } from "./gate.ts";
import type { NamedInstallations } from "./named-installations.ts";
import type { SubcommandEntry } from "./manifest.ts";
import type { Subcommand } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

/** `undefined` when it is invalid, which was then reported. */
export function checkSubcommand(
  name: string,
  entry: SubcommandEntry,
  named: NamedInstallations,
  where: Surroundings,
): Subcommand | undefined {
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `subcommand \`${name}\`: ${finding.message}` });
  const gate = readGate(entry);
  const wrong = nameProblem(name) ?? descriptionProblem(entry.description) ?? (isFinding(gate) ? gate : undefined);
  if (wrong !== undefined || isFinding(gate)) return wrong === undefined ? undefined : void report(wrong);
  const { description, audience } = entry;
  const started = checkStarted({ kind: "subcommand", ...entry, name, report }, entry, named, where);
  return started === undefined ? undefined : { name, description, audience, gate, ...started };
}

function nameProblem(name: string): Finding | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return { message: "the name has invalid characters", hint: "use letters, digits, - and _" };
  if (name.startsWith("-")) return { message: "the name begins with -, as flags do", hint: "begin with a letter" };
  return RESERVED.includes(name) ? { message: "the name shadows a command of Symposium", hint: "choose another name" } : undefined;
}

const LONGEST_DESCRIPTION = 1024;

function descriptionProblem(description: string): Finding | undefined {
  const bytes = Buffer.byteLength(description);
  if (description.trim() === "") return { key: "description", message: "the description is empty", hint: "say in one line what it does" };
  if (bytes <= LONGEST_DESCRIPTION) return undefined;
  return {
    key: "description",
    message: `the description has ${bytes} bytes; the limit is ${LONGEST_DESCRIPTION}`,
    hint: "shorten it to one line",
  };
}
