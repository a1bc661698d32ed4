/** The home of somebody who has used agents for a while: settings with comments, hooks of their own, whatever line ends an editor left. */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const BYTE_ORDER_MARK = "\uFEFF";

/** What agents' files really look like: minified, with tabs, without a final newline, with hooks of the user's beside which ours go. */
const FILES: Readonly<Record<string, string>> = {
  ".claude/settings.json": `{
  "model": "opus",
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/bin/log-command" }] }]
  },
  "permissions": { "allow": ["Bash(npm test)"], "deny": ["Read(.env)"] }
}
`,
  ".codex/config.toml": `model = "gpt-5.1" # the large one\n\n[features]\nhooks = true\n`,
  ".codex/hooks.json": `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"notify-send done"}]}]}}`,
  ".copilot/config.json": `{\n\t"banner": "never",\n\t"trusted_folders": ["~/project"]\n}\n`,
  ".cursor/hooks.json": `{\n    "version": 1,\n    "hooks": { "afterFileEdit": [ { "command": "npx prettier --write" } ] }\n}`,
  ".gemini/settings.json": `{
  // chosen by Ada, please ask before you change it
  "ui": { "theme": "Dracula" },
  "hooks": {
    "BeforeTool": [
      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "./check.sh" }] } // runs at every save
    ]
  },
  "general": { "vimMode": true }
}
`.replaceAll("\n", "\r\n"),
  ".config/goose/config.yaml": `GOOSE_PROVIDER: anthropic\nextensions: &all # the usual ones\n  developer: { enabled: true }\n`,
  ".config/opencode/opencode.jsonc": `{\n  // no telemetry\n  "theme": "nord",\n}\n`,
  ".kiro/agents/reviewer.json": `{ "name": "reviewer", "tools": ["fs_read"] }\n`,
  ".codeium/windsurf/hooks.json": `{ "hooks": {} }\r\n`,
  ".config/Code/User/settings.json": `${BYTE_ORDER_MARK}{ "editor.fontSize": 14 }\n`,
  "dotfiles/qwen.json": `{\n\t"tools": {\n\t\t"approvalMode": "default"\n\t}\n}`,
  "project/.git/HEAD": "ref: refs/heads/main\n",
};

/** Many people keep their settings in a repository of dotfiles. */
const LINKS: Readonly<Record<string, string>> = { ".qwen/settings.json": "../dotfiles/qwen.json" };

export function makeHome(): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "symposium-demo-")));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(target, join(home, path));
  }
  return home;
}

export function installExample(home: string): void {
  cpSync(join(ROOT, "examples/guard"), join(home, ".symposium/plugins/guard"), { recursive: true });
}

/** Everything in a home by its path: the text of files, the target of links, and nothing for folders. */
export type Tree = ReadonlyMap<string, string>;

export function treeOf(home: string): Tree {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).map((entry): [string, string] => {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : entry.isDirectory() ? "" : readFileSync(path, "utf8");
    return [relative(home, path) + (entry.isDirectory() ? "/" : ""), content];
  });
  return new Map(entries.sort(([left], [right]) => left.localeCompare(right)));
}

/** Files outside our own directory, which is no agent's. */
export function agentsFiles(tree: Tree): Tree {
  return new Map([...tree].filter(([path]) => !path.endsWith("/") && !path.startsWith(".symposium/")));
}

export function isSameTree(one: Tree, other: Tree): boolean {
  return one.size === other.size && [...one].every(([path, content]) => other.get(path) === content);
}
