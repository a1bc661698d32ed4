/** The agents' tables, found by looking for a `facts.ts` in the folders of `src/agents`; read afresh, so that an agent just added is there. */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { AgentFacts } from "../src/agents/agent.ts";
import type { AgentPlugins } from "../src/agents/agent-plugins.ts";
import type { HookRegistration } from "../src/agents/registration.ts";
import type { HookFiles } from "../src/agents/hook-files.ts";
import type { ServerFiles } from "../src/agents/server-files.ts";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

const FOLDER = join(ROOT, "src/agents");

/** Names of the agents' folders, sorted. */
export function agentFolders(): string[] {
  return foldersWith("facts.ts");
}

/** These, and the hosts that can call though no one installs them. */
export function callingFolders(): string[] {
  return foldersWith("payload.ts");
}

/** Agents whose hooks can run on others. */
export function shimFolders(): string[] {
  return foldersWith("shim.ts");
}

function foldersWith(file: string): string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, file)))
    .sort();
}

export async function agentTables(): Promise<AgentFacts[]> {
  return Promise.all(agentFolders().map(tableOf));
}

async function tableOf(folder: string): Promise<AgentFacts> {
  const module = (await import(pathToFileURL(join(FOLDER, folder, "facts.ts")).href)) as { readonly facts: AgentFacts };
  if (module.facts.name !== folder) throw new Error(`src/agents/${folder}/facts.ts describes ${module.facts.name}`);
  return module.facts;
}

/** The agents that read the files of the one of this name, and how that is known. */
export function readersOf(name: string, agents: readonly AgentFacts[]) {
  return agents.flatMap(({ name: agent, readsFilesOf = [] }) =>
    readsFilesOf.flatMap(({ value, source }) => (value.agent === name ? [{ agent, scopes: value.scopes, source }] : [])),
  );
}

/** How each agent is told to call us; a folder without it, or with that of another agent, is an error. */
export async function agentRegistrations(): Promise<HookRegistration[]> {
  return Promise.all(agentFolders().map(registrationOf));
}

async function registrationOf(folder: string): Promise<HookRegistration> {
  const path = join(FOLDER, folder, "registration.ts");
  if (!existsSync(path)) throw new Error(`src/agents/${folder} has no registration.ts`);
  const { registration } = (await import(pathToFileURL(path).href)) as { readonly registration: HookRegistration };
  if (registration.agent !== folder) throw new Error(`src/agents/${folder}/registration.ts describes ${registration.agent}`);
  return registration;
}

/** Where each agent reads MCP servers; a folder without it, or with that of another agent, is an error. */
export async function agentServerFiles(): Promise<ServerFiles[]> {
  return Promise.all(agentFolders().map(serverFilesOf));
}

async function serverFilesOf(folder: string): Promise<ServerFiles> {
  const path = join(FOLDER, folder, "servers.ts");
  if (!existsSync(path)) throw new Error(`src/agents/${folder} has no servers.ts`);
  const { servers } = (await import(pathToFileURL(path).href)) as { readonly servers: ServerFiles };
  if (servers.agent !== folder) throw new Error(`src/agents/${folder}/servers.ts describes ${servers.agent}`);
  return servers;
}

/** The files in which each agent reads hooks; a folder with that of another agent is an error. */
export async function agentHookFiles(): Promise<HookFiles[]> {
  return Promise.all(foldersWith("hook-files.ts").map(hookFilesOf));
}

async function hookFilesOf(folder: string): Promise<HookFiles> {
  const { hookFiles } = (await import(pathToFileURL(join(FOLDER, folder, "hook-files.ts")).href)) as { readonly hookFiles: HookFiles };
  if (hookFiles.agent !== folder) throw new Error(`src/agents/${folder}/hook-files.ts describes ${hookFiles.agent}`);
  return hookFiles;
}

/** Where agents load Agent Plugins by themselves; a folder with that of another agent is an error. */
export async function agentPluginTables(): Promise<AgentPlugins[]> {
  return Promise.all(foldersWith("agent-plugins.ts").map(agentPluginsOf));
}

async function agentPluginsOf(folder: string): Promise<AgentPlugins> {
  const path = join(FOLDER, folder, "agent-plugins.ts");
  const { agentPlugins } = (await import(pathToFileURL(path).href)) as { readonly agentPlugins: AgentPlugins };
  if (agentPlugins.agent !== folder) throw new Error(`src/agents/${folder}/agent-plugins.ts describes ${agentPlugins.agent}`);
  return agentPlugins;
}
