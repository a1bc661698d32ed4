/** The agents, found by looking for an `agent.ts` in the folders of `src/agents`; read afresh, so that an agent just added is there. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { AgentFacts } from "../src/agents/agent.ts";
import type { HookFiles } from "../src/agents/hook-files.ts";
import type { Agent } from "../src/agents/setup.ts";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

const FOLDER = join(ROOT, "src/agents");

/** Names of the agents' folders, sorted. */
export function agentFolders(): string[] {
  return foldersWith("agent.ts");
}

/** These, and the hosts that can call though no one installs them. */
export function callingFolders(): string[] {
  return foldersWith("payload.ts");
}

/** Agents whose hooks can run on others. */
export function shimFolders(): string[] {
  return foldersWith("shim.ts");
}

/** Agents whose hook files can be read and written; a folder with those of another agent is an error. */
export async function hookFileFolders(): Promise<string[]> {
  const folders = foldersWith("hook-files.ts");
  for (const folder of folders) {
    const { hookFiles } = await loaded<{ readonly hookFiles: HookFiles }>(folder, "hook-files.ts");
    if (hookFiles.agent !== folder) throw new Error(`src/agents/${folder}/hook-files.ts describes ${hookFiles.agent}`);
  }
  return folders;
}

function foldersWith(file: string): string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, file)))
    .sort();
}

/** Every agent; a folder that describes another one is an error. */
export async function agentTables(): Promise<Agent[]> {
  return Promise.all(
    agentFolders().map(async (folder) => {
      const { agent } = await loaded<{ readonly agent: Agent }>(folder, "agent.ts");
      if (agent.name !== folder) throw new Error(`src/agents/${folder}/agent.ts describes ${agent.name}`);
      return agent;
    }),
  );
}

async function loaded<M>(folder: string, file: string): Promise<M> {
  return (await import(pathToFileURL(join(FOLDER, folder, file)).href)) as M;
}

/** The agents that read the files of the one of this name, and how that is known. */
export function readersOf(name: string, agents: readonly AgentFacts[]) {
  return agents.flatMap(({ name: agent, readsFilesOf = [] }) =>
    readsFilesOf.flatMap(({ value, source }) => (value.agent === name ? [{ agent, scopes: value.scopes, source }] : [])),
  );
}
