/** A plugin that has one of everything, for tests of its export. */

import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { household, type Household } from "../../commands/command-line.ts";
import { skillText } from "../../support/plugin.ts";

export const RICH = `name = "widget"
crates = ["widget>=1.2"]
predicates = ["not(env(WIDGET_OFF))"]

[[installations]]
name = "checker"
script = "scripts/check.sh"
args = ["--strict"]

[[installations]]
name = "rtk"
source = "cargo"
crate = "rtk"

[[hooks]]
name = "guard"
event = "PreToolUse"
matcher = "Bash"
command = "checker"
on-failure = "closed"

[[hooks]]
name = "inline"
event = "SessionStart"
command = { script = "scripts/greet.sh" }
requirements = ["rtk"]

[[skills]]
source.path = "skills"

[[skills]]
crates = ["widget>=2"]
source.path = "later"

[[skills]]
source.git = "https://github.com/example/widget-skills"

[[mcp_servers]]
name = "docs"
command = "bin/docs"
args = ["--stdio"]
cwd = "."

[[mcp_servers]]
name = "near"
command = "near-server"

[[mcp_servers]]
name = "token"
command = "token-server"
env = { TOKEN = "\${MY_TOKEN}" }

[[mcp_servers]]
name = "remote"
type = "http"
url = "https://mcp.example.com/widget"
headers = { X-Team = "docs" }

[[mcp_servers]]
name = "gated"
command = "gated-server"
crates = ["widget>=2"]

[subcommand.widget-report]
description = "Prints a report"
command = "checker"
`;

export const RICH_FILES: FileTree = {
  "SYMPOSIUM.toml": RICH,
  "README.md": "# Widget\n",
  scripts: { "check.sh": "#!/bin/sh\nexit 0\n", "greet.sh": "echo hello\n", "library.sh": "a=1\n" },
  bin: { docs: "#!/bin/sh\ncat\n" },
  skills: { reset: { "SKILL.md": skillText("widget-reset"), references: { "more.md": "More.\n" } } },
  later: { two: { "SKILL.md": skillText("two") } },
};

/** In the user's own plugins, in a project that depends on what it asks for. */
export async function richHousehold(more: FileTree = {}): Promise<Household> {
  const home = await household({
    home: {
      ".symposium": { "config.toml": "[defaults]\nsymposium-recommendations = false\n", plugins: { widget: { ...RICH_FILES, ...more } } },
    },
    project: {
      "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n\n[dependencies]\nwidget = "1.2"\n',
      "Cargo.lock":
        'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n\n[[package]]\nname = "widget"\nversion = "1.2.5"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    },
  });
  chmodSync(home.at("home/.symposium/plugins/widget/bin/docs"), 0o755);
  return home;
}

/** Where it is, in the temporary folder. */
export const PLUGIN = "home/.symposium/plugins/widget";

export function filesIn(home: Household, folder: string): readonly string[] {
  return readdirSync(home.at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.at(folder).length + 1))
    .sort();
}

export function jsonIn(home: Household, path: string) {
  return JSON.parse(home.read(path)) as Record<string, unknown>;
}
