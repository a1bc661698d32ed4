/**
 * Hook scripts as people write them for Claude Code. Each folder of `fixtures` is a project with `.claude/settings.json` and `.claude/hooks`, or a
 * plugin of Claude Code with `hooks/hooks.json`.
 */

import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "fixtures");

export interface Settings {
  readonly hooks: Readonly<Record<string, readonly SettingsGroup[]>>;
}

interface SettingsGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string; readonly timeout?: number }[];
}

export const FIXTURES: readonly string[] = readdirSync(FOLDER).toSorted();

export function isPluginFolder(name: string): boolean {
  return readdirSync(join(FOLDER, name)).includes(".claude-plugin");
}

/** The hooks of a fixture. Where a path is absolute, it leads into this project. */
export function hooksOf(name: string, project: string): Settings {
  const file = isPluginFolder(name) ? "hooks/hooks.json" : ".claude/settings.json";
  return JSON.parse(readFileSync(join(FOLDER, name, file), "utf8").replaceAll("/path/to/project", project)) as Settings;
}

/** The scripts into a project, with their modes. */
export function copyScripts(name: string, project: string): void {
  cpSync(join(FOLDER, name, ".claude", "hooks"), join(project, ".claude", "hooks"), { recursive: true });
}

export function copyPlugin(name: string, folder: string): void {
  cpSync(join(FOLDER, name), folder, { recursive: true });
}

/** `[[hooks]]` of a Symposium plugin that runs the fixture's hooks on every agent. */
export function shimTables(name: string, project: string, pluginRoot = ""): string {
  const root = isPluginFolder(name) ? `CLAUDE_PLUGIN_ROOT='${pluginRoot}'; export CLAUDE_PLUGIN_ROOT; ` : "";
  const hooks = Object.entries(hooksOf(name, project).hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: handlers }) =>
      handlers.flatMap(({ command, timeout }) => [
        ...["", "[[hooks]]", `name = "${name}"`, `event = "${event}"`, 'format = "shim:claude-code"'],
        // A manifest's matcher is for tools.
        ...(matcher === undefined || event === "SessionStart" ? [] : [`matcher = '${matcher}'`]),
        ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
        `command = { executable = "/bin/sh", args = ["-c", ${JSON.stringify(root + command)}] }`,
      ]),
    ),
  );
  return `${hooks.join("\n")}\n`;
}
