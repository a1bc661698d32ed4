/**
 * The rooms of `src`, and the linter's configuration made from them. Imports point downwards only. The linter lets a later
 * override replace an earlier one for the same files, so every folder gets exactly one that says all it may not import.
 */

import type { GeneratedFile } from "./write-generated.ts";

export interface Room {
  readonly folder: string;
  /** Folders of `src` it may import besides itself. */
  readonly mayImport: readonly string[];
  /** npm packages are kept out of what a hook call loads. */
  readonly packages: "any" | "none";
}

const GROUND = ["model", "host"];
const MATERIAL = [...GROUND, "files", "packages", "agents"];
const PARTS = [...MATERIAL, "consent", "plugins", "index"];
const CHANGES = [...PARTS, "setup", "interchange"];

export const ROOMS: readonly Room[] = [
  { folder: "commands", mayImport: [...CHANGES, "hook", "diagnose", "servers"], packages: "any" },
  { folder: "servers", mayImport: [...CHANGES, "hook", "diagnose"], packages: "any" },
  { folder: "diagnose", mayImport: [...CHANGES, "hook"], packages: "any" },
  { folder: "interchange", mayImport: [...PARTS, "setup"], packages: "any" },
  { folder: "setup", mayImport: PARTS, packages: "any" },
  { folder: "hook", mayImport: PARTS, packages: "none" },
  { folder: "index", mayImport: [...MATERIAL, "consent", "plugins"], packages: "any" },
  { folder: "plugins", mayImport: [...MATERIAL, "consent"], packages: "any" },
  { folder: "consent", mayImport: MATERIAL, packages: "any" },
  { folder: "agents", mayImport: [...GROUND, "files"], packages: "none" },
  { folder: "packages", mayImport: [...GROUND, "files"], packages: "any" },
  { folder: "files", mayImport: GROUND, packages: "any" },
  ...GROUND.map((folder): Room => ({ folder, mayImport: [], packages: "none" })),
  { folder: "sdk", mayImport: ["model"], packages: "none" },
];

/** Files that start a program; nothing imports them. */
const PROGRAMS = ["main", "cargo-agents"];

/** Files of `src` itself that every folder may import. */
const FOR_ALL = ["context", "errors", "lookup"];

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

export function foldersForbiddenTo({ folder, mayImport }: Room): readonly string[] {
  return ROOMS.map((room) => room.folder).filter((other) => other !== folder && !mayImport.includes(other));
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
      "import/no-cycle": ["error", { ignoreTypes: false }],
      "import/no-default-export": "error",
      "import/no-named-as-default-member": "off",
      "import/no-unassigned-import": "off",
      "max-lines": ["error", { max: 400 }],
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
      ...ROOMS.map((room) => override([`src/${room.folder}/**/*.ts`], restrictions(room))),
      ...AXES.flatMap(axisOverrides),
      ...clientOverrides(),
      shellReaderOverride(),
      ...readingOverrides(),
      ...rootOverrides(),
      // Vitest asks for one.
      { files: ["*.config.ts", "test/support/sampling-runner.ts"], rules: { "import/no-default-export": "off" } },
    ],
    ignorePatterns: ["dist", "coverage", "evidence", "test/**/corpus", "test/**/fixtures"],
  };
}

/** A folder with a folder for each member, the files beside those that name them all, and folders beside them that all may use. */
interface Axis {
  readonly room: string;
  readonly folder: string;
  readonly lists: readonly string[];
  readonly shared: readonly string[];
}

const AXES: readonly Axis[] = [
  { room: "agents", folder: "agents", lists: ["hook-files-list", "hook-list", "list", "native-list"], shared: ["*-shape"] },
  { room: "packages", folder: "packages", lists: ["list"], shared: ["archives", "programs"] },
  { room: "packages", folder: "packages/programs", lists: ["acquirers", "list"], shared: [] },
];

/** What the sources of programs use of their own room. */
const BESIDE_PROGRAMS = ["!../../*.ts", "!../../archives/**"];

/** A member may use a shared folder and never another member; beside the folders only the lists look into them. */
function axisOverrides({ room: name, folder, lists, shared }: Axis) {
  const room = ROOMS.find((each) => each.folder === name)!;
  const { paths, patterns } = restrictions(room);
  const elsewhere = [
    ...shared.map((each) => `${each}/**`),
    ...room.mayImport.map((each) => `${each}/**`),
    ...FOR_ALL.map((each) => `${each}.ts`),
  ];
  const others = {
    group: ["../*/**", ...(name === folder ? [] : BESIDE_PROGRAMS), ...elsewhere.map((path) => `!**/${path}`)],
    message: `A folder of src/${folder} never imports another one, only a shared one.`,
  };
  const inside = {
    group: ["./*/**", ...shared.map((each) => `!./${each}/**`)],
    message: `Only ${lists.join(", ")} of src/${folder} look into its folders.`,
  };
  return [
    override([`src/${folder}/*.ts`], { paths, patterns: [...patterns, inside] }),
    override(
      lists.map((list) => `src/${folder}/${list}.ts`),
      { paths, patterns },
    ),
    override([`src/${folder}/*/**/*.ts`], { paths, patterns: [...patterns, others] }),
    ...shared.filter((each) => !each.startsWith("*")).map((each) => override([`src/${folder}/${each}/**/*.ts`], { paths, patterns })),
  ];
}

/** Sources of programs that use an ecosystem's client: its folder knows the user's settings. */
const CLIENTS = ["npm", "pypi"];

function clientOverrides() {
  const { paths, patterns } = restrictions(ROOMS.find(({ folder }) => folder === "packages")!);
  return CLIENTS.map((name) => override([`src/packages/programs/${name}/**/*.ts`], { paths, patterns }));
}

/** A hook call loads it only where there is something to read. */
function shellReaderOverride() {
  const { paths, patterns } = restrictions(ROOMS.find(({ folder }) => folder === "model")!);
  return override(["src/model/shell-text.ts"], { paths: paths.filter(({ name }) => name !== "unbash"), patterns });
}

/** From outside a member is met through the lists alone. In one group a later pattern overrides an earlier one; between groups none does. */
function intoMembers(room?: string) {
  return [...new Set(AXES.map((axis) => axis.room))]
    .filter((each) => each !== room)
    .map((each) => ({
      group: AXES.filter((axis) => axis.room === each).flatMap(({ folder, shared }) => [
        `**/${folder}/*/**`,
        ...shared.filter((one) => !one.startsWith("*")).map((one) => `!**/${folder}/${one}/**`),
      ]),
      message: `Nothing outside src/${each} looks into folders of its members: use its lists.`,
    }));
}

/** Files of `src` itself: those everyone may import import nothing, and neither hook program nor library loads the command line. */
function rootOverrides() {
  const nothing = { group: ["./**", "../**"], message: "Everything imports this file, so it imports nothing of src." };
  const noCommandLine = { group: ["**/commands/**"], message: "The command line is loaded by the two commands only." };
  return [
    override(
      FOR_ALL.map((name) => `src/${name}.ts`),
      { paths: [], patterns: [nothing] },
    ),
    override(
      ["hook", "index", "symposium-hook"].map((name) => `src/${name}.ts`),
      { paths: [], patterns: [noCommandLine, ...intoMembers()] },
    ),
  ];
}

/** What a hook call loads reads through `host`, which neither waits for a pipe nor reads a device to its end. */
const READS_THROUGH_HOST = ["agents", "files", "hook", "index", "model", "packages", "plugins"];
const NO_READING = {
  name: "node:fs",
  importNames: ["createReadStream", "openSync", "readFile", "readFileSync"],
  message: "A file may be anything: read it with src/host/read-file.ts.",
};

/** What only commands load reads as it likes. */
const READS_ITSELF: Readonly<Record<string, string>> = {
  "src/files/user-file.ts": "files",
  "src/packages/programs/binary/acquire.ts": "packages",
  "src/plugins/skills/skill-files.ts": "plugins",
};

function readingOverrides() {
  return Object.entries(READS_ITSELF).map(([file, folder]) => {
    const { paths, patterns } = restrictions(ROOMS.find((room) => room.folder === folder)!);
    return override([file], { paths: paths.filter((path) => path !== NO_READING), patterns });
  });
}

function restrictions(room: Room) {
  return {
    paths: [
      ...(room.packages === "any" ? [] : PACKAGES.map((name) => ({ name, message: `No npm package in src/${room.folder}.` }))),
      ...(READS_THROUGH_HOST.includes(room.folder) ? [NO_READING] : []),
    ],
    patterns: [
      {
        group: [...foldersForbiddenTo(room).map((folder) => `**/${folder}/**`), ...PROGRAMS.map((name) => `**/${name}.ts`)],
        message: `src/${room.folder} may import ${["itself", ...room.mayImport].join(", ")} and nothing else of src.`,
      },
      ...intoMembers(room.folder),
    ],
  };
}

function override(files: string[], restricted: { readonly paths: unknown[]; readonly patterns: unknown[] }) {
  return { files, rules: { "no-restricted-imports": ["error", restricted] } };
}
