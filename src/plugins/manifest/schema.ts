/**
 * `SYMPOSIUM.toml` as written, in the first dialect (`crates`, `source = "crate"`) and the later ones (`depends-on`,
 * `predicates`, `[[plugins]]`, `where`). `validate.ts` decides what it means and what excludes what.
 */

import * as v from "valibot";

import { about, choice, item, onOff, optionalText, text, texts } from "../../files/schema.ts";
import { grouped, put } from "../../lookup.ts";
import { BARE } from "../../packages/ecosystem.ts";
import { allPrefixes, ECOSYSTEMS } from "../../packages/list.ts";
import { PROGRAM_SOURCES } from "../../packages/programs/list.ts";
import type { SourceKey } from "../../packages/programs/program-source.ts";

const pairs = (description: string, example: string) =>
  v.optional(
    about(description, v.union([v.array(v.object({ name: v.string(), value: v.string() })), v.record(v.string(), v.string())]), example),
    [],
  );

const list = (description: string, example: string) => v.optional(about(description, v.union([v.string(), v.array(v.string())]), example));

const conditions = {
  crates: list("Packages this applies to; any of them is enough, * means always.", 'crates = ["serde"]'),
  "depends-on": list("The same as crates, under its later name.", 'depends-on = ["serde>=1.0"]'),
  predicates: list("Conditions that must all hold.", 'predicates = ["env(CI)"]'),
};

export const gates = {
  ...conditions,
  where: v.optional(item({ item: "gate", about: "The same gates in a separate table.", steering: Object.keys(conditions) }, conditions)),
};

/** Misspelt, one of these would let the item apply everywhere. */
export const GATES: readonly string[] = Object.keys(gates);

/** Names are printed in lists, traces and reasons, one to a line. */
// oxlint-disable-next-line no-control-regex
export const PRINTABLE = /^[^\x00-\x1f\x7f]{1,200}$/;

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

const reference = (description: string, example: string) => about(description, v.union([v.string(), InlineInstallation]), example);

const ofSources: Record<string, v.GenericSchema> = {};

for (const { keys } of PROGRAM_SOURCES) {
  for (const { key } of keys) {
    const users = PROGRAM_SOURCES.flatMap((source) =>
      source.keys.filter((one) => one.key === key).map((one) => ({ ...one, of: source.name })),
    );
    const example = users.find((one) => one.example !== undefined)?.example;
    put(ofSources, key, v.optional(about(aboutText(users), schemaOf(users), example)));
  }
}

const acquisition = {
  source: optionalText(
    `How to get it: ${PROGRAM_SOURCES.map(({ name }) => name).join(", ")}; default: a file on disk.`,
    'source = "cargo"',
  ),
  install_commands: texts("Shell commands to run in the acquired folder.", 'install_commands = ["make"]'),
  ...(ofSources as Record<never, never>),
};

const INSTALLATION_STEERING = ["source", ...Object.keys(ofSources), "executable", "script", "args", "install_commands"];

const runnable = {
  executable: optionalText("A program to run.", 'executable = "bin/check"'),
  script: optionalText("A script to run through its interpreter.", 'script = "scripts/check.sh"'),
  args: v.optional(about("Arguments to run it with.", v.array(v.string()), 'args = ["--strict"]')),
};

/** Tables nest once: an inline requirement names what it requires. */
const InnerInstallation = item(
  { item: "installation", about: "An inline installation.", steering: INSTALLATION_STEERING },
  { name: optionalText("Ignored here."), ...acquisition, ...runnable, requirements: texts("Names of installations this one needs.") },
);

const requirements = v.optional(
  about("Installations this one needs: names, or tables.", v.array(v.union([v.string(), InnerInstallation])), 'requirements = ["rtk"]'),
  [],
);

export const InlineInstallation = item(
  { item: "installation", about: "An inline installation.", steering: INSTALLATION_STEERING },
  { name: optionalText("Ignored here."), ...acquisition, ...runnable, requirements },
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

const GIT_KEYS = {
  branch: optionalText("git: a branch.", 'source.branch = "main"'),
  tag: optionalText("git: a tag.", 'source.tag = "v1.0"'),
  rev: optionalText("git: a commit.", 'source.rev = "0123abc"'),
};

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

export const Installation = item(
  { item: "installation", about: "Something a hook or a subcommand runs, and how to get it.", steering: INSTALLATION_STEERING },
  { name: text("The name hooks use for it.", 'name = "rtk"'), ...acquisition, ...runnable, requirements },
);

/** With one of these missing or wrong a hook would act where its author did not mean it to. */
export const NARROWING: readonly string[] = ["matcher", "agent", "format", ...GATES];
export const HOOK_STEERING: readonly string[] = ["event", "command", "executable", "script", "args", ...NARROWING];

const Seconds = v.pipe(v.number(), v.gtValue(0, "must be above 0"), v.finite("must be finite"));

export const Hook = item(
  { item: "hook", about: "A handler for an event.", steering: HOOK_STEERING },
  {
    name: printableName("A name for people and logs.", 'name = "check"'),
    event: text("The event, for example PreToolUse.", 'event = "PreToolUse"'),
    matcher: optionalText("The tools it applies to: names joined by |, or a pattern.", 'matcher = "Bash"'),
    command: v.optional(reference("An installation: its name, or a table.", 'command = { script = "check.sh" }')),
    ...runnable,
    requirements,
    agent: optionalText("Only for this agent.", 'agent = "claude"'),
    format: v.optional(
      text("What the handler reads and answers: symposium, interchange, or an agent's name.", 'format = "symposium"'),
      "symposium",
    ),
    timeout: v.optional(about("Seconds before the handler is ended.", Seconds, "timeout = 2.5"), 30),
    "on-failure": choice(
      "When the handler fails: open lets the call pass, closed denies it. Any other value counts as closed.",
      ["open", "closed"],
      "open",
    ),
    "on-unsupported": choice(
      "When the agent cannot do what the handler asks: deny the call, or warn and let it pass.",
      ["deny", "warn"],
      "deny",
    ),
    blocking: v.optional(about("interchange: whether the handler can block; by default before a tool and at a prompt.", v.boolean())),
    "keep-env": texts(
      "Variables to pass to the handler although they could make it run other code, such as NODE_OPTIONS; with PATH, folders inside the project stay in it.",
      'keep-env = ["PYTHONPATH"]',
    ),
    ...gates,
  },
);

const packageReference = (description: string, example: string) =>
  v.optional(about(description, v.union([v.string(), NamedPackage]), example));

const NamedPackage = item(
  { item: "package", about: "A package and its versions.", steering: ["name", "version"] },
  { name: text("The package's name.", 'name = "widget"'), version: optionalText("The required version.", 'version = "1.0"') },
);

/** `source` of `[[skills]]` has several spellings, and all of them are in use. */
const SOURCE = {
  path: optionalText("A folder beside the manifest.", 'source.path = "skills"'),
  git: optionalText("A repository, or a folder in one.", 'source.git = "https://github.com/org/repo/tree/main/skills"'),
  ...GIT_KEYS,
  subdir: optionalText("git: a folder in the repository.", 'source.subdir = "skills"'),
  crate_path: optionalText("Deprecated: a folder inside the packages that the gates name.", 'source.crate_path = "skills"'),
  crate: packageReference("Deprecated: a package that contains the skills.", 'source.crate = { name = "widget" }'),
};

const SkillSource = v.union([
  text('"crate": the skills come with the packages that the gates name.', 'source = "crate"'),
  item({ item: "source", about: "Where the skills are; exactly one of path and git.", steering: Object.keys(SOURCE) }, SOURCE),
]);

export const Skills = item(
  { item: "skill group", about: "A group of skills.", steering: ["source", "requires", ...GATES] },
  {
    requires: texts("Names of installations that the skills need; `sync` acquires them.", 'requires = ["rtk"]'),
    source: v.optional(about("Where the skills are.", SkillSource, 'source.path = "skills"')),
    ...gates,
  },
);

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

export type HookEntry = v.InferOutput<typeof Hook>;

function aboutText(users: readonly (SourceKey & { readonly of: string })[]): string {
  const texts = [...grouped(users, (user) => user.about)];
  return texts.map(([one, of]) => `${of.map((user) => user.of).join(", ")}: ${one.slice(0, 1).toLowerCase()}${one.slice(1)}`).join(" ");
}

function schemaOf(users: readonly SourceKey[]): v.GenericSchema {
  if (users.some(({ kind }) => kind === "flag")) return v.boolean();
  const isByPlatform = users.some(({ kind }) => kind === "text or table by platform");
  return isByPlatform ? v.union([v.string(), v.record(v.string(), v.string())]) : v.string();
}

export type InstallationEntry = v.InferOutput<typeof Installation>;
export type InlineEntry = v.InferOutput<typeof InlineInstallation>;

export type SkillsEntry = v.InferOutput<typeof Skills>;

export type Gates = v.InferOutput<v.ObjectSchema<typeof gates, undefined>>;

function printableName(description: string, example: string) {
  return about(description, v.pipe(v.string(), v.regex(PRINTABLE, "must be 1 to 200 printable characters")), example);
}

export const PackageSkillsEntry = item(
  { item: "entry", about: "Where skills of the package are; exactly one of path and crate.", steering: ["path", "crate"] },
  {
    path: optionalText("A folder of the package.", 'path = "guidance"'),
    crate: packageReference("Another crate that has them.", 'crate = { name = "other-crate", version = ">=1.0" }'),
  },
);

export const MetadataTable = item(
  { item: "table", about: "Where a package has its skills." },
  {
    skills: about("Where skills are, in order; an empty list means none.", v.array(PackageSkillsEntry), 'skills = [{ path = "guidance" }]'),
  },
);
