/** Where agents load Agent Plugins by themselves, by hand and from the measurements: how a package gets there, is switched off, and goes. */

import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { House } from "../../setup/cargo-house.ts";

export interface OwnPlace {
  /** The name in our config. */
  readonly agent: string;
  readonly title: string;
  /** Below the home. */
  readonly folder: string;
  readonly takes: readonly string[];
  readonly rejectsLinks?: boolean;
  /** The settings that enable it, and those that switch it off. Absent where the folder is enough, or nothing can be said. */
  readonly on?: (house: House) => Readonly<Record<string, string>>;
  readonly off?: (house: House) => Readonly<Record<string, string>>;
  /** The file of servers below the home, and the project's folder of skills that it gets alone. */
  readonly servers: string;
  readonly skills: string;
}

const json = (value: unknown) => JSON.stringify(value);
const both = ["skills", "servers"];
const installedBy = (cache_path: string, enabled: boolean) =>
  json({ installedPlugins: [{ name: "tools", marketplace: "local", version: "1.0.0", cache_path, enabled }] });
const claudeInstalled = ({ home }: House) =>
  json({
    version: 2,
    plugins: { "tools@local": [{ scope: "user", installPath: join(home, ".claude/plugins/cache/local/tools/1.0.0"), version: "1.0.0" }] },
  });

export const OWN_PLACES: readonly OwnPlace[] = [
  {
    ...{ agent: "claude", title: "Claude Code", folder: ".claude/plugins/cache/local/tools/1.0.0", takes: ["skills"] },
    on: (house) => ({
      ".claude/plugins/installed_plugins.json": claudeInstalled(house),
      ".claude/settings.json": json({ enabledPlugins: { "tools@local": true } }),
    }),
    off: (house) => ({
      ".claude/plugins/installed_plugins.json": claudeInstalled(house),
      ".claude/settings.json": json({ enabledPlugins: { "tools@local": false } }),
    }),
    ...{ servers: ".claude.json", skills: ".claude/skills" },
  },
  {
    ...{ agent: "codex", title: "Codex CLI", folder: ".codex/plugins/cache/local/tools/1.0.0", takes: both },
    on: () => ({ ".codex/config.toml": '[plugins."tools@local"]\nenabled = true\n' }),
    off: () => ({ ".codex/config.toml": '[plugins."tools@local"]\nenabled = false\n' }),
    ...{ servers: ".codex/config.toml", skills: ".agents/skills" },
  },
  {
    ...{ agent: "copilot", title: "Copilot CLI", folder: ".copilot/installed-plugins/local/tools", takes: both },
    on: ({ home }) => ({
      ".copilot/config.json": `// kept by the program\n${installedBy(join(home, ".copilot/installed-plugins/local/tools"), true)}`,
    }),
    off: ({ home }) => ({
      ".copilot/config.json": installedBy(join(home, ".copilot/installed-plugins/local/tools"), true),
      ".copilot/settings.json": json({ enabledPlugins: { "tools@local": false } }),
    }),
    ...{ servers: ".copilot/mcp-config.json", skills: ".agents/skills" },
  },
  {
    ...{ agent: "cursor", title: "Cursor", folder: ".cursor/plugins/local/tools", takes: both, rejectsLinks: true },
    ...{ servers: ".cursor/mcp.json", skills: ".agents/skills" },
  },
  {
    ...{ agent: "gemini", title: "Gemini CLI", folder: ".gemini/extensions/tools", takes: ["skills"] },
    off: () => ({ ".gemini/extensions/extension-enablement.json": json({ tools: { overrides: ["!/*"] } }) }),
    ...{ servers: ".gemini/settings.json", skills: ".agents/skills" },
  },
  {
    ...{ agent: "goose", title: "goose", folder: ".agents/plugins/tools", takes: ["skills"] },
    off: () => ({ ".config/goose/settings.json": json({ disabledPlugins: ["tools"] }) }),
    ...{ servers: ".config/goose/config.yaml", skills: ".agents/skills" },
  },
  {
    ...{ agent: "qwen-code", title: "Qwen Code", folder: ".qwen/extensions/tools", takes: both },
    off: ({ home }) => ({ ".qwen/extensions/extension-enablement.json": json({ tools: { overrides: [`!${home}/*`] } }) }),
    ...{ servers: ".qwen/settings.json", skills: ".agents/skills" },
  },
  {
    ...{ agent: "vscode", title: "VS Code", folder: "plugins/tools", takes: both },
    on: () => ({ ".config/Code/User/settings.json": json({ "chat.pluginLocations": { "~/plugins/tools": true } }) }),
    off: () => ({ ".config/Code/User/settings.json": json({ "chat.pluginLocations": { "~/plugins/tools": false } }) }),
    ...{ servers: ".config/Code/User/mcp.json", skills: ".agents/skills" },
  },
];

/** The user's plugin of Symposium's. */
export const OURS = ".symposium/plugins/tools";

export function settle({ home }: House, files: Readonly<Record<string, string>> = {}): void {
  for (const [path, text] of Object.entries(files)) writeIn(home, path, text);
}

export function copyInto(house: House, folder: string, base: string = house.home): void {
  rmSync(join(base, folder), { recursive: true, force: true });
  cpSync(join(house.home, OURS), join(base, folder), { recursive: true });
}

export function linkInto(house: House, folder: string): void {
  mkdirSync(dirname(join(house.home, folder)), { recursive: true });
  symlinkSync(join(house.home, OURS), join(house.home, folder));
}

function writeIn(base: string, path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}
