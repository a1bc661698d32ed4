/** `config.toml`: every key with its meaning and default, as the file has it. */

import * as v from "valibot";

import { about, choice, item, onOff, optionalText, text, texts } from "../documents/described-schema.ts";

const AgentEntry = item(
  { item: "agent", about: "An agent you use." },
  { name: text("The agent's name, for example claude, codex or gemini.", 'name = "claude"') },
);

const SourceEntry = item(
  {
    item: "source",
    steering: ["git", "path", "branch", "tag", "rev", "subdir"],
    about: "A place where plugins and skills are looked for.",
  },
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
    rev: optionalText("The commit to use, with all its digits; git sources only.", 'rev = "0123456789abcdef0123456789abcdef01234567"'),
    subdir: optionalText("The folder of the repository to look in; git sources only.", 'subdir = "plugins"'),
    path: optionalText("A local folder; relative paths start at the folder of this file. Give this or git.", 'path = "my-plugins"'),
    "auto-update": onOff("Look for updates; git sources only.", true),
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
  { item: "table", about: "Which plugins to use beyond what dependencies ask for." },
  {
    use: v.optional(
      about(
        "Plugins to use though no dependency asks for them, everywhere or in one workspace.",
        v.array(v.union([v.string(), UsedInWorkspace])),
        'use = ["a", { name = "b", workspace = "/home/me/app" }]',
      ),
      [],
    ),
    disable: texts("Plugins never to use.", 'disable = ["noisy-plugin"]'),
    "auto-enable": texts("Packages whose own plugins are used without asking; * for all.", 'auto-enable = ["serde"]'),
  },
);

const Telemetry = item({ item: "table", about: "A record of events on this machine." }, { enabled: onOff("Keep the record.", false) });

export const ConfigFile = item(
  { item: "file", about: "Configuration of Symposium, one file for all projects." },
  {
    "auto-sync": onOff("Keep skills and hooks in step with the workspace's dependencies while agents work.", true),
    "agents-syncing": onOff("Copy skills from .agents/skills to agents that read another folder.", true),
    "sync-debounce-secs": v.optional(
      about(
        "Seconds within which an unchanged skill is not compared again; 0 turns this off.",
        v.pipe(v.number(), v.minValue(0, "must not be negative"), v.finite("must be finite")),
        "sync-debounce-secs = 5",
      ),
      5,
    ),
    "hook-scope": choice("Where agents are told to call us: in the home folder, or in each project.", ["global", "project"], "global"),
    "auto-update": choice(
      "What to do about newer versions of this program: on and warn both look daily and tell you, off never looks.",
      ["on", "warn", "off"],
      "on",
    ),
    agent: v.optional(about("The agents you use; a single table counts as one.", v.union([v.array(AgentEntry), AgentEntry])), []),
    logging: v.optional(Logging, {}),
    defaults: v.optional(Defaults, {}),
    "plugin-source": v.optional(about("More plugin sources, in order.", v.array(SourceEntry)), []),
    registry: v.optional(about("The same as plugin-source, under its later name.", v.array(SourceEntry)), []),
    plugins: v.optional(Plugins, {}),
    telemetry: v.optional(Telemetry, {}),
  },
);

export type ConfigFile = v.InferOutput<typeof ConfigFile>;
export type SourceEntry = v.InferOutput<typeof SourceEntry>;
