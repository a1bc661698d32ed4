/** Puts Claude's hooks where their user has them, and imports them as the user does. */

import { join } from "node:path";

import { agentNamed } from "../../src/agents/agents-by-name.ts";
import { copyPlugin, copyScripts, hooksOf, isPluginFolder, type Settings } from "../../test/claude-scripts/fixtures.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import type { Ran, RegisteringStep } from "../register.ts";
import { put, read } from "../sandbox.ts";
import { initFor, type LaunchBy } from "./scenario.ts";

/** The agent that the scripts were written for. It runs them itself. */
export const SOURCE = "claude-code";

/** What our command line says of the hooks. */
export const EXPLAINED = "explained.json";

/** The project's settings of Claude Code have all of them, or the user's where the agent reads the project's itself; a plugin folder is beside them. */
export function setUp(scripts: readonly string[], recipe: Recipe, isUsers = readsProject(recipe)): readonly RegisteringStep[] {
  const settings = ({ home, project }: Folders) => join(isUsers ? home : project, ".claude", "settings.json");
  return [
    { user: ({ folders }) => place(scripts, folders, settings(folders)) },
    initFor([recipe.name]),
    ...imports("settings", () => (isUsers ? ["--user"] : [])),
    ...scripts.filter(isPluginFolder).flatMap((script) => imports(script, (folders) => [pluginIn(folders, script)])),
    { ours: (folders) => ["hooks", "explain", settings(folders)], kept: EXPLAINED },
  ];
}

/** Claude Code is told of a plugin folder when it is started. */
export function startedBy(scripts: readonly string[], { name }: Recipe, folders: Folders): LaunchBy {
  const plugins = scripts.filter(isPluginFolder);
  return name === SOURCE ? { args: plugins.flatMap((script) => ["--plugin-dir", pluginIn(folders, script)]) } : {};
}

function readsProject({ name }: Recipe): boolean {
  const { readsFilesOf = [] } = agentNamed(name);
  return readsFilesOf.some(({ value }) => value.agent === SOURCE && value.scopes.includes("project"));
}

function pluginIn({ home }: Folders, script: string): string {
  return join(home, "claude-plugins", script);
}

/** Without a terminal the user agrees by the digest that the command prints. */
export function imports(what: string, words: (folders: Folders) => readonly string[]): readonly RegisteringStep[] {
  const kept = `imported-${what}.json`;
  return [
    { ours: (folders) => ["hooks", "import", "--from", SOURCE, ...words(folders), "--json"], kept },
    {
      ours: ({ root }) => {
        const { answer } = JSON.parse((JSON.parse(read(join(root, kept))) as Ran).stdout) as Imported;
        return ["trust", "accept", answer.id, "--digest", answer.digest];
      },
      kept: `accepted-${what}.json`,
    },
  ];
}

interface Imported {
  readonly answer: { readonly id: string; readonly digest: string };
}

/** The name of a script's hook after the import: imported hooks are counted by event. */
export function hookOf(script: string, scripts: readonly string[]): string {
  const [event = ""] = Object.keys(hooksOf(script, "").hooks);
  const before = scripts.slice(0, scripts.indexOf(script)).filter((one) => !isPluginFolder(one));
  const place = before.flatMap((one) => hooksOf(one, "").hooks[event] ?? []).length + 1;
  return `${SOURCE}-hooks/${event}-${place}`;
}

function place(scripts: readonly string[], folders: Folders, settings: string): void {
  const { project } = folders;
  for (const script of scripts)
    if (isPluginFolder(script)) copyPlugin(script, pluginIn(folders, script));
    else copyScripts(script, project);
  const hooks: Record<string, Settings["hooks"][string]> = {};
  for (const script of scripts.filter((one) => !isPluginFolder(one)))
    for (const [event, groups] of Object.entries(hooksOf(script, project).hooks)) hooks[event] = [...(hooks[event] ?? []), ...groups];
  put(settings, `${JSON.stringify({ hooks }, null, 2)}\n`);
  put(join(project, "app.py"), "log(1)\nlog(2)\n");
  put(join(project, "terraform"), '#!/bin/sh\necho "$*" > terraform.txt\n', 0o755);
  put(join(project, ".claude", "confidential.txt"), "scripted work\n");
}
