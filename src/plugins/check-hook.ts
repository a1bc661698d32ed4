/** One hook of a manifest: every check that needs the whole plugin, and everything about it resolved. */

import { hookEnvironment } from "../installations/hook-environment.ts";
import { type Installation, missingAbility } from "../installations/installation.ts";
import { resolveCommand, type Surroundings } from "../installations/resolve-command.ts";
import type { AgentWords } from "./agent-words.ts";
import { closedBecause } from "./gate.ts";
import { hookOccasion } from "./hook-occasion.ts";
import { adopt, find, type InstallationBook, requirementsOf } from "./installation-book.ts";
import type { HookEntry } from "./manifest.ts";
import type { Hook } from "./plugin.ts";
import type { Finding } from "./report.ts";

/** `undefined` when something is wrong with it, which was then reported. */
export function checkHook(entry: HookEntry, book: InstallationBook, agents: AgentWords, where: Surroundings): Hook | undefined {
  const report = (finding: Finding) => book.report(entry, { ...finding, message: `hook \`${entry.name}\`: ${finding.message}` });
  const occasion = hookOccasion(entry, agents);
  if ("message" in occasion) return void report(occasion);
  const installation = installationOf(entry, book, report);
  if (installation === undefined) return undefined;
  const clash = layerClash(entry, installation);
  if (clash !== undefined) return void report({ key: "command", message: clash });
  const required = requirementsOf(book, entry.name, entry);
  if (required === undefined) return undefined;

  const requirements = withTheirOwn(required, installation, book);
  for (const missing of requirements.map(missingAbility).filter((each) => each !== undefined)) {
    report({ severity: "warning", key: "requirements", message: `runs without its requirement: ${missing}` });
  }
  const command = commandOf(entry, installation, where);
  const lacking = missingAbility(installation);
  const inactive = closedBecause(occasion.gate) ?? (lacking === undefined ? undefined : `needs ${lacking}`);
  return {
    name: entry.name,
    ...occasion,
    command,
    ...environmentOf(installation, command.path, requirements, where),
    requirements: requirements.map((each) => each.name),
    timeout: entry.timeout,
    onFailure: entry["on-failure"],
    onUnsupported: entry["on-unsupported"],
    ...(entry.blocking === undefined ? {} : { blocking: entry.blocking }),
    ...(inactive === undefined ? {} : { inactive }),
  };
}

/** A table, or the hook's own `executable` or `script` alone, becomes an installation named after the hook. */
function installationOf(entry: HookEntry, book: InstallationBook, report: (finding: Finding) => void): Installation | undefined {
  const { name, command = { install_commands: [], requirements: [] } } = entry;
  if (typeof command !== "string" && !adopt(book, name, command)) return undefined;
  const found = find(book, typeof command === "string" ? command : name);
  if (typeof found !== "string") return found;
  const hint = `declare it under [[installations]], or write command = { script = "${typeof command === "string" ? command : "…"}" }`;
  return void report({ key: "command", message: found, hint });
}

/** What may not be said twice over the hook and its installation, and what must be said at least once. */
function layerClash(hook: HookEntry, installation: Installation): string | undefined {
  const set = [hook.executable, hook.script, installation.executable, installation.script].filter((each) => each !== undefined);
  if (set.length > 1) return "at most one of `executable` / `script` may be set on the hook and its installation together";
  if (hook.args !== undefined && installation.args !== undefined) return "`args` is set on both the hook and its installation";
  // A crate with a single binary needs no more words.
  if (set.length > 0 || installation.source?.kind === "cargo") return undefined;
  return "there is nothing to run: neither the hook nor its installation has `executable` or `script`";
}

/** One level: what a requirement or the command itself requires comes before it. */
function withTheirOwn(names: readonly string[], command: Installation, book: InstallationBook): Installation[] {
  const sound = (name: string) => {
    const found = find(book, name);
    return typeof found === "string" ? [] : [found];
  };
  const direct = names.flatMap(sound).flatMap((each) => [...each.requirements.flatMap(sound), each]);
  return [...new Set([...direct, ...command.requirements.flatMap(sound)])];
}

function commandOf(hook: HookEntry, installation: Installation, where: Surroundings) {
  const executable = hook.executable ?? installation.executable;
  const script = hook.script ?? installation.script;
  const args = hook.args ?? installation.args ?? [];
  return resolveCommand({ executable, script, args }, where) ?? { kind: "executable" as const, path: installation.name, args };
}

function environmentOf(command: Installation, path: string, requirements: readonly Installation[], where: Surroundings) {
  const provided = requirements.filter((each) => missingAbility(each) === undefined);
  const runnables = provided.map((each) => ({ name: each.name, runnable: resolveCommand(each, where)?.path }));
  return hookEnvironment([{ name: command.name, runnable: path }, ...runnables], where.os);
}
