/** Whether a process is an agent, by the names and paths in the agents' facts. */

import type { AgentFacts } from "./agent.ts";
import { AGENTS } from "./list.ts";

export interface ProcessNames {
  readonly file?: string;
  readonly title?: string;
  readonly args: readonly string[];
}

/** They run a script, which is the agent. */
const INTERPRETERS = /^(?:node|nodejs|bun|deno|sh|bash|dash|zsh|fish|python[\d.]*)$/;

/** The agent's title. An IDE is not one: people use its terminals. */
export function agentOfProcess({ file = "", title = "", args }: ProcessNames): string | undefined {
  const [program = "", ...rest] = args.map(withSlashes);
  const own = [withSlashes(file), program];
  const isScript = own.some((path) => INTERPRETERS.test(nameOf(path)));
  // The script follows the interpreter's own options, and an option may have a value.
  const scripts = isScript ? rest.filter((arg) => !arg.startsWith("-")).slice(0, MOST_WORDS) : [];
  const paths = [...own, ...scripts];
  const names = [title, ...own.map(nameOf), ...scripts.map(nameOf)];
  return AGENTS.find((agent) => isNamed(agent, names, paths))?.title;
}

const MOST_WORDS = 2;

function isNamed({ programs }: AgentFacts, names: readonly string[], paths: readonly string[]): boolean {
  if (programs === undefined) return false;
  const { value } = programs;
  return value.names.some((name) => names.includes(name)) || value.paths.some((part) => paths.some((path) => path.includes(part)));
}

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
