/** Agents with everything that is known of them, by name or by their processes. Loaded for set-up only. */

import { InternalError } from "../errors.ts";
import type { AgentFacts } from "./agent.ts";
import { AGENTS } from "./list.ts";
import type { Agent, OwnHookFile } from "./setup.ts";

export const OWN_HOOK_FILES: readonly Agent<OwnHookFile>[] = AGENTS.filter(
  (agent): agent is Agent<OwnHookFile> => "file" in agent.registration,
);

/** The agent's display name. An unknown name may come from a newer version's records, and is returned unchanged. */
export function titleOf(name: string): string {
  return AGENTS.find((agent) => agent.name === name)?.title ?? name;
}

export function configName(name: string): string {
  return AGENTS.find((agent) => agent.name === name)?.registration.configName ?? name;
}

export function agentNamed(name: string): Agent {
  return found(AGENTS, name);
}

export function ownHookFile(name: string): Agent<OwnHookFile> {
  return found(OWN_HOOK_FILES, name);
}

function found<A extends Agent>(agents: readonly A[], name: string): A {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new InternalError(`there is no registration for ${JSON.stringify(name)}`);
  return agent;
}

const INTERPRETERS = /^(?:node|nodejs|bun|deno|sh|bash|dash|zsh|fish|python[\d.]*)$/;

/** The title of the agent whose process this is. An IDE does not count, because people use its terminals. */
export function agentOfProcess({
  file = "",
  title = "",
  args,
}: {
  file?: string;
  title?: string;
  args: readonly string[];
}): string | undefined {
  const [program = "", ...rest] = args.map(withSlashes);
  const own = [withSlashes(file), program];
  const isScript = own.some((path) => INTERPRETERS.test(nameOf(path)));
  // The script follows the interpreter's own options, and an option may have a value.
  const scripts = isScript ? rest.filter((arg) => !arg.startsWith("-")).slice(0, MOST_WORDS) : [];
  const paths = [...own, ...scripts];
  const names = [title, ...own.map(nameOf), ...scripts.map(nameOf)];
  const isNamed = ({ programs }: AgentFacts) =>
    programs?.value.names.some((name) => names.includes(name)) === true ||
    programs?.value.paths.some((part) => paths.some((path) => path.includes(part))) === true;
  return AGENTS.find(isNamed)?.title;
}

const MOST_WORDS = 2;

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** A login shell has a dash in front of its name. */
function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/^-/, "")
    .replace(/\.(?:exe|cmd|js|mjs|cjs)$/i, "");
}
