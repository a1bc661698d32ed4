/** One hook of a manifest: every check that needs the whole plugin, and everything about it resolved. */

import { parseMatcher } from "../canonical/matcher.ts";
import { hookEnvironment } from "../installations/hook-environment.ts";
import { type Installation, missingAbility } from "../installations/installation.ts";
import { resolveCommand, type Surroundings } from "../installations/resolve-command.ts";
import type { AgentWords } from "./agent-words.ts";
import { closedBecause, gateOf } from "./gate.ts";
import { hookEvent, PORTABLE_FORMATS } from "./hook-event.ts";
import { adopt, find, type InstallationBook, requirementsOf } from "./installation-book.ts";
import type { HookEntry } from "./manifest.ts";
import type { Hook } from "./plugin.ts";

/** `undefined` when something is wrong with it, which was then reported. */
export function checkHook(entry: HookEntry, book: InstallationBook, agents: AgentWords, where: Surroundings): Hook | undefined {
  const wrong = (key: string, message: string, hint?: string) =>
    book.report(entry, { key, message: `hook \`${entry.name}\`: ${message}`, ...(hint === undefined ? {} : { hint }) });

  const format = PORTABLE_FORMATS.includes(entry.format) ? entry.format : agents.resolveAgent(entry.format);
  if (format === undefined) return void wrong("format", `unknown format \`${entry.format}\``, "symposium, interchange, or an agent's name");
  const agent = entry.agent === undefined ? undefined : agents.resolveAgent(entry.agent);
  if (entry.agent !== undefined && agent === undefined) return void wrong("agent", `unknown agent \`${entry.agent}\``);
  if (agent !== undefined && agent !== format && !PORTABLE_FORMATS.includes(format)) return void wrong("format", `is for ${agent} only, in the format of ${format}, so it could never run`);
  const event = hookEvent(entry.event, format, agents);
  if ("message" in event) return void wrong("event", event.message, event.hint);
  const matcher = parseMatcher(entry.matcher);
  if (matcher.kind === "invalid") return void wrong("matcher", `the matcher can never match: ${matcher.message}`);
  const gate = gateOf(entry);
  if (gate === undefined) return void wrong("crates", "`crates` and `depends-on` are the same; set one of them");

  const installation = installationOf(entry, book);
  if (installation === undefined) return undefined;
  const clash = layerClash(entry, installation);
  if (clash !== undefined) return void wrong("command", clash);
  const required = requirementsOf(book, entry.name, entry);
  if (required === undefined) return undefined;

  const requirements = withTheirOwn(required, installation, book);
  const named = {
    executable: entry.executable ?? installation.executable,
    script: entry.script ?? installation.script,
    args: entry.args ?? installation.args,
  };
  const command = resolveCommand(named, where) ?? { kind: "executable" as const, path: installation.name, args: named.args ?? [] };
  const lacking = missingAbility(installation);
  const inactive = closedBecause(gate) ?? (lacking === undefined ? undefined : `needs ${lacking}`);
  for (const requirement of requirements) {
    const missing = missingAbility(requirement);
    if (missing !== undefined) book.report(entry, { severity: "warning", key: "requirements", message: `hook \`${entry.name}\` runs without its requirement: ${missing}` });
  }
  return {
    name: entry.name,
    event,
    matcher,
    ...(agent === undefined ? {} : { agent }),
    format,
    command,
    ...environmentOf(installation, command.path, requirements, where),
    requirements: requirements.map((each) => each.name),
    timeout: entry.timeout,
    onFailure: entry["on-failure"],
    onUnsupported: entry["on-unsupported"],
    ...(entry.blocking === undefined ? {} : { blocking: entry.blocking }),
    gate,
    ...(inactive === undefined ? {} : { inactive }),
  };
}

/** A table, or the hook's own `executable` or `script` alone, becomes an installation named after the hook. */
function installationOf(entry: HookEntry, book: InstallationBook): Installation | undefined {
  const { name, command = { install_commands: [], requirements: [] } } = entry;
  if (typeof command !== "string" && !adopt(book, name, command)) return undefined;
  const found = find(book, typeof command === "string" ? command : name);
  if (typeof found !== "string") return found;
  const hint = `declare it under [[installations]], or write command = { script = "${typeof command === "string" ? command : "…"}" }`;
  return void book.report(entry, { key: "command", message: `hook \`${name}\`: ${found}`, hint });
}

/** What may not be said twice over the hook and its installation, and what must be said at least once. */
function layerClash(hook: HookEntry, installation: Installation): string | undefined {
  const set = [hook.executable, hook.script, installation.executable, installation.script].filter((each) => each !== undefined);
  if (set.length > 1) return "at most one of `executable` / `script` may be set on the hook and its installation together";
  if (hook.args !== undefined && installation.args !== undefined) return "`args` is set on both the hook and its installation";
  // A crate with a single binary needs no more words.
  if (set.length === 0 && installation.source?.kind !== "cargo") return "there is nothing to run: neither the hook nor its installation has `executable` or `script`";
  return undefined;
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

function environmentOf(command: Installation, path: string, requirements: readonly Installation[], where: Surroundings) {
  const provided = requirements
    .filter((each) => missingAbility(each) === undefined)
    .map((each) => ({ name: each.name, runnable: resolveCommand(each, where)?.path }));
  const own = { name: command.name, runnable: path };
  return hookEnvironment([own, ...provided].map(({ name, runnable }) => (runnable === undefined ? { name } : { name, runnable })), where.os);
}
