/** `config.toml`: every key with its meaning and default. */

import * as v from "valibot";

import { PolicyTable } from "./policy-schema.ts";
import { about, choice, item, onOff, optionalText, text, texts } from "./schema.ts";

const AgentEntry = item(
  { item: "agent", about: "An agent you use." },
  { name: text("The agent's name, for example claude, codex or gemini.", 'name = "claude"') },
);

export const SourceEntry = item(
  { item: "source", steering: ["git", "path", "branch", "tag", "rev", "subdir"], about: "A place to find plugins and skills." },
  {
    name: text("A name for this source, used in lists and cache paths.", 'name = "my-org"'),
    git: optionalText(
      "Address of a git repository: https, ssh, owner/repo on GitHub, or a local path. Give this or path.",
      'git = "https://github.com/my-org/plugins"',
    ),
    branch: optionalText(
      "The branch to use; git sources only. Without branch, tag and rev it is the repository's default branch.",
      'branch = "stable"',
    ),
    tag: optionalText("The tag to use; git sources only.", 'tag = "v2"'),
    rev: optionalText("The commit to use, as the full hash; git sources only.", 'rev = "0123456789abcdef0123456789abcdef01234567"'),
    subdir: optionalText("The folder of the repository that holds the plugins; git sources only.", 'subdir = "plugins"'),
    path: optionalText("A local folder; relative paths start at the folder of this file. Give this or git.", 'path = "my-plugins"'),
    "auto-update": onOff("Check for updates; git sources only.", true),
  },
);

const UsedInWorkspace = item(
  { item: "entry", about: "A plugin used in one workspace only." },
  { name: text("The plugin's name.", 'name = "my-plugin"'), workspace: text("The workspace's folder.", 'workspace = "/home/me/app"') },
);

const Logging = item(
  { item: "table", about: "What goes into the log files." },
  { level: choice("The least important messages to log.", ["trace", "debug", "info", "warn", "error"], "info") },
);

const Defaults = item(
  { item: "table", about: "The two built-in sources." },
  {
    "symposium-recommendations": onOff("Use the plugins of the recommendations repository.", true),
    "user-plugins": onOff("Use the plugins in the plugins folder beside this file.", true),
  },
);

const Plugins = item(
  { item: "table", about: "Plugins to use or disable, besides those of dependencies." },
  {
    use: v.optional(
      about(
        "Plugins to use without a matching dependency, everywhere or in one workspace.",
        v.array(v.union([v.string(), UsedInWorkspace])),
        'use = ["a", { name = "b", workspace = "/home/me/app" }]',
      ),
      [],
    ),
    disable: texts("Plugins to turn off.", 'disable = ["noisy-plugin"]'),
    "auto-enable": texts("Dependencies whose plugins bring skills without asking; * for all.", 'auto-enable = ["serde"]'),
  },
);

const Packages = item(
  { item: "table", about: "Packages that Symposium reads." },
  {
    "agents-may-fetch": onOff(
      "Let agents fetch a package with package-info and crate-info: only what the project's lock file has, with its checksum.",
      false,
    ),
  },
);

const Telemetry = item({ item: "table", about: "A record of events on this machine." }, { enabled: onOff("Keep the record.", false) });

export const ConfigFile = item(
  { item: "file", about: "Configuration of Symposium, one file for all projects." },
  {
    "auto-sync": onOff("Update skills and hooks when the workspace's dependencies change, while agents work.", true),
    "agents-syncing": onOff("Copy skills from .agents/skills to agents that read another folder.", true),
    "sync-debounce-secs": v.optional(
      about(
        "Seconds before an unchanged skill is compared again; 0 compares every time.",
        v.pipe(v.number(), v.minValue(0, "must not be negative"), v.finite("must be finite")),
        "sync-debounce-secs = 5",
      ),
      5,
    ),
    "hook-scope": choice("Where to register hooks: in the home folder, or in each project.", ["global", "project"], "global"),
    "auto-update": choice(
      "What to do about newer versions of Symposium, once a day: on installs them, warn reports them, off never checks.",
      ["on", "warn", "off"],
      "on",
    ),
    "mcp-server": onOff("Register Symposium's own MCP server, symposium, with every agent.", true),
    agent: v.optional(about("The agents you use; a single table counts as one.", v.union([v.array(AgentEntry), AgentEntry])), []),
    logging: v.optional(Logging, {}),
    defaults: v.optional(Defaults, {}),
    "plugin-source": v.optional(about("More plugin sources, in order.", v.array(SourceEntry)), []),
    registry: v.optional(about("The same as plugin-source, under its later name.", v.array(SourceEntry)), []),
    plugins: v.optional(Plugins, {}),
    packages: v.optional(Packages, {}),
    telemetry: v.optional(Telemetry, {}),
    policy: v.optional(PolicyTable, {}),
  },
);

export type ConfigFile = v.InferOutput<typeof ConfigFile>;
export type SourceEntry = v.InferOutput<typeof SourceEntry>;
