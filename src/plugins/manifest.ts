/**
 * `SYMPOSIUM.toml` as it is written, in the first dialect (`crates`, `source = "crate"`) and the later one (`depends-on`,
 * `predicates`, `[[plugins]]`). What it means, and what may not stand together, is decided in `validate.ts`.
 */

import * as v from "valibot";

import { about, choice, item, onOff, optionalText, text, texts } from "../config/describe.ts";
import { Installation, reference, requirements, runnable } from "./installation-entry.ts";

/** Names stand in lists, traces and reasons, one to a line. */
// oxlint-disable-next-line no-control-regex
const PRINTABLE = /^[^\x00-\x1f\x7f]{1,200}$/;

/** Keys that decide whether an item applies at all. */
const gates = {
  crates: v.optional(
    about("Packages this applies to; any of them is enough, * means always.", v.union([v.string(), v.array(v.string())]), 'crates = ["*"]'),
  ),
  "depends-on": v.optional(
    about("The same as crates, under its later name.", v.union([v.string(), v.array(v.string())]), 'depends-on = ["*"]'),
  ),
  predicates: v.optional(about("Conditions that must all hold.", v.union([v.string(), v.array(v.string())]), 'predicates = ["env(CI)"]')),
};
const GATES = Object.keys(gates);

const HOOK_STEERING = ["event", "matcher", "command", "executable", "script", "args", "agent", "format", ...GATES];

const Hook = item(
  { item: "hook", about: "A handler for an event.", steering: HOOK_STEERING },
  {
    name: about(
      "A name for people and logs.",
      v.pipe(v.string(), v.regex(PRINTABLE, "must be 1 to 200 printable characters")),
      'name = "check"',
    ),
    event: text("The event, for example PreToolUse.", 'event = "PreToolUse"'),
    matcher: optionalText("Which tools it is for: names joined by |, or a pattern.", 'matcher = "Bash"'),
    command: v.optional(reference("An installation: its name, or a table.", 'command = { script = "check.sh" }')),
    ...runnable,
    requirements,
    agent: optionalText("Only for this agent.", 'agent = "claude"'),
    format: v.optional(
      text("What the handler reads and answers: symposium, interchange, or an agent's name.", 'format = "symposium"'),
      "symposium",
    ),
    timeout: v.optional(
      about(
        "Seconds the handler may take.",
        v.pipe(v.number(), v.gtValue(0, "must be above 0"), v.finite("must be finite")),
        "timeout = 2.5",
      ),
      30,
    ),
    "on-failure": choice("When the handler fails: let the call pass, or deny it.", ["open", "closed"], "open"),
    "on-unsupported": choice("When the agent cannot do what the handler asks: deny the call, or let it pass.", ["deny", "warn"], "deny"),
    blocking: v.optional(about("interchange: whether the handler can block; absent means before a tool and at a prompt.", v.boolean())),
    ...gates,
  },
);

const SkillSource = v.union([
  text("crate: skills come with the packages themselves."),
  item(
    { item: "source", about: "Where the skills are.", open: true },
    { path: optionalText("A folder beside the manifest."), git: optionalText("An address.") },
  ),
]);

const Skills = item(
  { item: "skill group", about: "A group of skills.", steering: ["source", ...GATES] },
  { source: v.optional(about("Where the skills are.", SkillSource, 'source.path = "skills"')), ...gates },
);

const McpServer = item(
  {
    item: "server",
    about: "An MCP server to register with agents.",
    steering: ["command", "url", "type", "args", "env", "headers", ...GATES],
  },
  {
    name: text("The server's name.", 'name = "my-server"'),
    type: v.optional(about("The transport; absent means stdio.", v.picklist(["stdio", "http", "sse"]))),
    command: optionalText("stdio: the programme."),
    args: texts("stdio: its arguments."),
    env: v.optional(about("stdio: variables.", v.array(v.object({ name: v.string(), value: v.string() }))), []),
    url: optionalText("http and sse: the address."),
    headers: v.optional(about("http and sse: headers.", v.array(v.object({ name: v.string(), value: v.string() }))), []),
    ...gates,
  },
);

const Subcommand = item(
  { item: "subcommand", about: "A command of its own.", steering: ["command", "args", ...GATES] },
  {
    description: text("One line for the help.", 'description = "Run the demo"'),
    audience: choice("Whom the help shows it to.", ["agents", "humans"], "agents"),
    command: reference("An installation: its name, or a table.", 'command = "demo"'),
    ...gates,
  },
);

const Predicate = item(
  { item: "predicate", about: "A condition of the plugin's own.", steering: ["command", "args"] },
  {
    name: text("The name to call it by.", 'name = "uses_nix"'),
    command: reference("An installation: its name, or a table.", 'command = "check"'),
    args: texts("Arguments that come first."),
  },
);

const ChainedPlugin = item(
  { item: "plugin reference", about: "A plugin that a package brings.", steering: ["source", ...GATES] },
  { source: about("Where it is.", v.record(v.string(), v.unknown()), 'source.cargo = "widget"'), ...gates },
);

function many<const S extends v.GenericSchema>(description: string, schema: S) {
  return v.optional(about(description, v.array(schema)), []);
}

export const Manifest = item(
  { item: "plugin", about: "A Symposium plugin.", steering: GATES },
  {
    name: about(
      "The plugin's name.",
      v.pipe(v.string(), v.regex(PRINTABLE, "must be 1 to 200 printable characters")),
      'name = "my-plugin"',
    ),
    ...gates,
    installations: many("What hooks and subcommands run, by name.", Installation),
    hooks: many("Handlers for events, in the order they run.", Hook),
    skills: many("Groups of skills.", Skills),
    mcp_servers: many("MCP servers to register with agents.", McpServer),
    subcommand: v.optional(about("Commands of the plugin's own, by name.", v.record(v.string(), Subcommand)), {}),
    predicate: many("Conditions of the plugin's own.", Predicate),
    plugins: many("Plugins that packages bring.", ChainedPlugin),
    defaults: v.optional(
      item(
        { item: "table", about: "Defaults of a package's own plugin." },
        { skills: onOff("Look for skills in the usual folder.", true) },
      ),
    ),
  },
);

export type Manifest = v.InferOutput<typeof Manifest>;
export type HookEntry = v.InferOutput<typeof Hook>;
export type Gates = Pick<HookEntry, "crates" | "depends-on" | "predicates">;
