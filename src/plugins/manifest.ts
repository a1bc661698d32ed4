/**
 * `SYMPOSIUM.toml` as written, in the first dialect (`crates`, `source = "crate"`) and the later ones (`depends-on`,
 * `predicates`, `[[plugins]]`, `where`). `validate.ts` decides what it means and what excludes what.
 */

import * as v from "valibot";

import { about, choice, item, onOff, optionalText, text, texts } from "../documents/described-schema.ts";
import { ECOSYSTEMS } from "../ecosystems/list.ts";
import { BARE } from "../ecosystems/bare-prefix.ts";
import { allPrefixes } from "../ecosystems/prefixes.ts";
import { GATES, gates, printableName } from "./gate-entry.ts";
import { GIT_KEYS } from "./git-reference.ts";
import { Hook } from "./hook-entry.ts";
import { Installation, reference, requirements, runnable } from "./installation-entry.ts";
import { Skills } from "./skills-entry.ts";

/** A list of names with values, or a table. */
const pairs = (description: string, example: string) =>
  v.optional(
    about(description, v.union([v.array(v.object({ name: v.string(), value: v.string() })), v.record(v.string(), v.string())]), example),
    [],
  );

export const McpServer = item(
  {
    item: "server",
    about: "An MCP server to register with agents.",
    steering: ["command", "url", "type", "args", "env", "cwd", "headers", ...GATES],
  },
  {
    name: printableName("The server's name.", 'name = "my-server"'),
    type: v.optional(about("The transport; default: stdio.", v.picklist(["stdio", "http", "sse"]), 'type = "http"')),
    command: optionalText("stdio: an installation's name, or a program.", 'command = "my-server"'),
    args: texts("stdio: its arguments.", 'args = ["--stdio"]'),
    env: pairs("stdio: variables; `${NAME}` is the value of another one.", 'env = { TOKEN = "${MY_TOKEN}" }'),
    cwd: optionalText("stdio: the folder it starts in, seen from the plugin's; default: the workspace.", 'cwd = "."'),
    url: optionalText("http and sse: the address.", 'url = "http://localhost:8080/mcp"'),
    headers: pairs("http and sse: headers; `${NAME}` is the value of a variable.", 'headers = { Authorization = "Bearer ${MY_TOKEN}" }'),
    "keep-alive": onOff("Our own server does not end it when it is idle.", false),
    ...gates,
  },
);

export const Subcommand = item(
  { item: "subcommand", about: "A command for agents or people.", steering: ["command", "executable", "script", "args", ...GATES] },
  {
    description: text("One line for the help, at most 1024 bytes.", 'description = "Run the demo"'),
    audience: choice("Who sees it in the help.", ["agents", "humans"], "agents"),
    command: reference("An installation: its name, or a table.", 'command = "demo"'),
    ...runnable,
    requirements,
    ...gates,
  },
);

export const Predicate = item(
  { item: "predicate", about: "A custom condition.", steering: ["command", "args"] },
  {
    name: text("The name to call it by: letters, digits and _.", 'name = "uses_nix"'),
    command: reference("An installation: its name, or a table.", 'command = "check"'),
    args: texts("Arguments that come first.", 'args = ["--check"]'),
  },
);

const PackageOfEcosystem = v.union([v.string(), v.record(v.string(), v.unknown())]);

const ChainedSource = item(
  {
    item: "source",
    about: "Where the plugin is; exactly one of a package, git and path.",
    steering: [...allPrefixes(), "crate", "git", "path", ...Object.keys(GIT_KEYS), "subdir"],
    open: true,
  },
  {
    ...Object.fromEntries(
      ECOSYSTEMS.map(({ name, title }) => {
        const description = `A package of ${title}: its name with a requirement, or a table.`;
        return [name, v.optional(about(description, PackageOfEcosystem, `source.${name} = "widget>=1.0"`))];
      }),
    ),
    crate: v.optional(about(`The same as ${BARE}.`, PackageOfEcosystem, 'source.crate = "widget"')),
    path: optionalText("A folder inside the plugin's own.", 'source.path = "extras"'),
    git: optionalText("A repository, or a folder in one.", 'source.git = "https://github.com/org/repo"'),
    ...GIT_KEYS,
    subdir: optionalText("git: a folder in the repository.", 'source.subdir = "plugins/widget"'),
  },
);

const ChainedPlugin = item(
  { item: "plugin reference", about: "A plugin in a package, a repository or a folder.", steering: ["source", ...GATES] },
  { source: ChainedSource, ...gates },
);

function many<const S extends v.GenericSchema>(description: string, schema: S) {
  return v.optional(about(description, v.array(schema)), []);
}

export const Manifest = item(
  { item: "plugin", about: "A Symposium plugin.", steering: ["name", ...GATES] },
  {
    name: v.optional(printableName("The plugin's name.", 'name = "my-plugin"')),
    ...gates,
    installations: many("What hooks and subcommands run, by name.", Installation),
    hooks: many("Handlers for events, in the order they run.", Hook),
    "hooks-manifest": optionalText(
      "A manifest of the Hook Interchange Format in the plugin's folder, whose hooks run after those above.",
      'hooks-manifest = "hooks.json"',
    ),
    skills: many("Groups of skills.", Skills),
    mcp_servers: many("MCP servers to register with agents.", McpServer),
    subcommand: v.optional(about("Commands of the plugin, by name.", v.record(v.string(), Subcommand)), {}),
    predicate: many("Custom conditions.", Predicate),
    plugins: many("Plugins in packages, repositories and folders.", ChainedPlugin),
    files: texts("Of a repository's own plugin: globs of more files that a consent covers.", 'files = ["scripts/lib/**"]'),
    defaults: v.optional(
      item({ item: "table", about: "Defaults of a package's own plugin." }, { skills: onOff("Read skills in the usual folder.", true) }),
    ),
  },
);

export type Manifest = v.InferOutput<typeof Manifest>;
export type ServerEntry = Manifest["mcp_servers"][number];
export type SubcommandEntry = Manifest["subcommand"][string];
export type PredicateEntry = Manifest["predicate"][number];
export type ChainedEntry = Manifest["plugins"][number];
