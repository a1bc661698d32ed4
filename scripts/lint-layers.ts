/**
 * The layers of `src`, and the linter's configuration made from them. Imports point downwards only. The linter lets a later
 * override replace an earlier one for the same files, so every folder gets exactly one that says all it may not import.
 */

import type { GeneratedFile } from "./generate.ts";

export interface Layer {
  readonly folder: string;
  /** Folders of `src` it may import besides itself. */
  readonly mayImport: readonly string[];
  /** npm packages are kept out of what a hook call loads. */
  readonly packages: "any" | "none";
}

const GROUND = ["canonical", "platform"];
/** What each of them may import besides the ground. */
const MATERIAL: Readonly<Record<string, readonly string[]>> = {
  agents: [],
  ecosystems: ["documents", "archives"],
  config: ["state", "documents"],
  "config-files": [],
  state: ["documents"],
  documents: [],
  archives: [],
  "hook-manifest": ["agents", "documents"],
  git: ["documents"],
};
const AXES = Object.keys(MATERIAL);
const PARTS = ["skills", "plugins", "predicates", "trust", "installations"];
/** What changes the machine, each in its own room. */
const ROOMS = ["registration", "placement", "updates"];
const CHANGES = ["sync", "uninstall"];
const ACTS = ["runtime", ...CHANGES, "convert"];
const BELOW_APP = [...ACTS, "set-up", ...ROOMS, ...PARTS, ...AXES, ...GROUND];
const FACES = ["cli", "mcp", "serve"];

export const LAYERS: readonly Layer[] = [
  ...FACES.map((folder): Layer => ({ folder, mayImport: [...(folder === "cli" ? ["mcp"] : []), "app", ...BELOW_APP], packages: "any" })),
  { folder: "app", mayImport: BELOW_APP, packages: "any" },
  ...ACTS.map((folder): Layer => ({
    folder,
    mayImport: [...(CHANGES.includes(folder) ? ["set-up", ...ROOMS] : []), ...PARTS, ...AXES, ...GROUND],
    packages: folder === "runtime" ? "none" : "any",
  })),
  { folder: "set-up", mayImport: [...ROOMS, ...PARTS, ...AXES, ...GROUND], packages: "any" },
  ...ROOMS.map((folder): Layer => ({ folder, mayImport: [...PARTS, ...AXES, ...GROUND], packages: "any" })),
  ...PARTS.map((folder, at): Layer => ({ folder, mayImport: [...PARTS.slice(at + 1), ...AXES, ...GROUND], packages: "any" })),
  ...Object.entries(MATERIAL).map(([folder, others]): Layer => ({
    folder,
    mayImport: [...others, ...GROUND],
    packages: folder === "agents" ? "none" : "any",
  })),
  ...GROUND.map((folder): Layer => ({ folder, mayImport: [], packages: "none" })),
  { folder: "sdk", mayImport: ["canonical"], packages: "none" },
];

/** Files that start a program; nothing imports them. */
const PROGRAMS = ["main", "cargo-agents"];

/** Files of `src` itself that every folder may import. */
const FOR_ALL = ["context", "errors", "lookup", "version"];

const PACKAGES = [
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "@stricli/core",
  "@valibot/to-json-schema",
  "jsonc-parser",
  "modern-tar",
  "re2js",
  "rolldown",
  "smol-toml",
  "toml-eslint-parser",
  "unbash",
  "valibot",
  "yaml",
];

export function foldersForbiddenTo({ folder, mayImport }: Layer): readonly string[] {
  return LAYERS.map((layer) => layer.folder).filter((other) => other !== folder && !mayImport.includes(other));
}

export function generatedLintConfig(): GeneratedFile[] {
  return [{ path: ".oxlintrc.json", text: `${JSON.stringify(lintConfig(), null, 2)}\n` }];
}

function lintConfig() {
  return {
    $schema: "./node_modules/oxlint/configuration_schema.json",
    plugins: ["import", "oxc", "typescript", "unicorn", "vitest"],
    categories: { correctness: "error", suspicious: "error" },
    rules: {
      "import/no-cycle": "error",
      "import/no-default-export": "error",
      "import/no-named-as-default-member": "off",
      "import/no-unassigned-import": "off",
      "max-lines": ["warn", { max: 250 }],
      "no-shadow": "off",
      "oxc/no-barrel-file": ["error", { threshold: 0 }],
      "typescript/no-explicit-any": "error",
      "typescript/no-import-type-side-effects": "error",
      "unicorn/consistent-function-scoping": "off",
      "unicorn/no-array-sort": "off",
      "unicorn/no-new-array": "off",
      "unicorn/no-thenable": "off",
      // A copy is needed wherever a list or set grows while it is walked.
      "unicorn/no-useless-spread": "off",
      // Tests assert through oracles and generate their cases from tables.
      "vitest/expect-expect": "off",
      "vitest/no-conditional-expect": "off",
      "vitest/valid-expect": ["error", { maxArgs: 2 }],
      "vitest/valid-title": "off",
    },
    overrides: [
      ...LAYERS.map((layer) => override([`src/${layer.folder}/**/*.ts`], restrictions(layer))),
      ...Object.entries(AXIS_LISTS).flatMap(([folder, lists]) => axisOverrides(folder, lists)),
      ...clientOverrides(),
      shellReaderOverride(),
      ...rootOverrides(),
      // Vitest asks for one.
      { files: ["*.config.ts", "test/support/sampling-runner.ts"], rules: { "import/no-default-export": "off" } },
    ],
    ignorePatterns: ["dist", "coverage", "evidence", "test/**/corpus", "test/**/fixtures"],
  };
}

/** Axes with a folder for each member, and the files beside those folders that name them all. */
const AXIS_LISTS: Readonly<Record<string, readonly string[]>> = {
  agents: ["hook-list", "list", "native-list"],
  ecosystems: ["list"],
  installations: ["acquirers", "list"],
};

/** Folders beside the members' that all of them may use. */
const SHARED = ["*-shape", "hook-shapes", "matcher-syntax"];

/** A member may use a shared shape and never another member; beside the folders only the lists look into them. */
function axisOverrides(folder: string, lists: readonly string[]) {
  const layer = LAYERS.find((each) => each.folder === folder)!;
  const { paths, patterns } = restrictions(layer);
  const elsewhere = [
    ...SHARED.map((name) => `${name}/**`),
    ...layer.mayImport.map((name) => `${name}/**`),
    ...FOR_ALL.map((name) => `${name}.ts`),
  ];
  const others = {
    group: ["../*/**", ...elsewhere.map((path) => `!**/${path}`)],
    message: `A folder of src/${folder} never imports another one, only a shared shape.`,
  };
  const inside = {
    group: ["./*/**", ...SHARED.map((name) => `!./${name}/**`)],
    message: `Only ${lists.join(", ")} of src/${folder} look into its folders.`,
  };
  return [
    override([`src/${folder}/*.ts`], { paths, patterns: [...patterns, inside] }),
    override(
      lists.map((name) => `src/${folder}/${name}.ts`),
      { paths, patterns },
    ),
    override([`src/${folder}/*/**/*.ts`], { paths, patterns: [...patterns, others] }),
  ];
}

/** Sources of programs that use an ecosystem's client: its folder knows the user's settings. */
const CLIENTS = ["npm", "pypi"];

function clientOverrides() {
  const { paths, patterns } = restrictions(LAYERS.find(({ folder }) => folder === "installations")!);
  const except = (name: string) =>
    patterns.map((pattern) =>
      pattern.group[0] === "**/ecosystems/*/**" ? { ...pattern, group: [...pattern.group, `!**/ecosystems/${name}/**`] } : pattern,
    );
  return CLIENTS.map((name) => override([`src/installations/${name}/**/*.ts`], { paths, patterns: except(name) }));
}

/** A hook call loads it only where there is something to read. */
function shellReaderOverride() {
  const { paths, patterns } = restrictions(LAYERS.find(({ folder }) => folder === "canonical")!);
  return override(["src/canonical/read-shell.ts"], { paths: paths.filter(({ name }) => name !== "unbash"), patterns });
}

/** From outside a member is met through the lists alone. */
function intoMembers(folder?: string) {
  return Object.keys(AXIS_LISTS)
    .filter((axis) => axis !== folder)
    .map((axis) => ({
      group: [`**/${axis}/*/**`],
      message: `Nothing outside src/${axis} looks into its folders: use its lists.`,
    }));
}

/** Files of `src` itself: those everyone may import import nothing, and neither hook program nor library loads the command line. */
function rootOverrides() {
  const nothing = { group: ["./**", "../**"], message: "Everything imports this file, so it imports nothing of src." };
  const noCommandLine = { group: ["**/cli/**"], message: "The command line is loaded by the two commands only." };
  return [
    override(
      FOR_ALL.map((name) => `src/${name}.ts`),
      { paths: [], patterns: [nothing] },
    ),
    override(
      ["hook", "index", "process-context", "symposium-hook"].map((name) => `src/${name}.ts`),
      { paths: [], patterns: [noCommandLine, ...intoMembers()] },
    ),
  ];
}

/** What a hook call loads reads through `platform`, which neither waits for a pipe nor reads a device to its end. */
const READS_THROUGH_PLATFORM = ["agents", "canonical", "config", "documents", "ecosystems", "plugins", "predicates", "runtime", "state"];
const NO_READING = {
  name: "node:fs",
  importNames: ["createReadStream", "openSync", "readFile", "readFileSync"],
  message: "A file may be anything: read it with src/platform/read-regular.ts.",
};

function restrictions(layer: Layer) {
  return {
    paths: [
      ...(layer.packages === "any" ? [] : PACKAGES.map((name) => ({ name, message: `No npm package in src/${layer.folder}.` }))),
      ...(READS_THROUGH_PLATFORM.includes(layer.folder) ? [NO_READING] : []),
    ],
    patterns: [
      {
        group: [...foldersForbiddenTo(layer).map((folder) => `**/${folder}/**`), ...PROGRAMS.map((name) => `**/${name}.ts`)],
        message: `src/${layer.folder} may import ${["itself", ...layer.mayImport].join(", ")} and nothing else of src.`,
      },
      ...intoMembers(layer.folder),
    ],
  };
}

function override(files: string[], restricted: { readonly paths: unknown[]; readonly patterns: unknown[] }) {
  return { files, rules: { "no-restricted-imports": ["error", restricted] } };
}
