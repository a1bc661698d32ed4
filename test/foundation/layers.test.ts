import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { foldersForbiddenTo, ROOMS } from "../../scripts/lint-layers.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Every probe file imports one thing; one run of the linter judges them all. */
const probes: Record<string, string> = {};
const complaints = new Map<string, Set<string>>();
let removeProbes: () => Promise<void>;

/** Folders with a folder for each agent, ecosystem or source of programs, and a folder beside those that all of them may use. */
const AXES = [
  ["agents", "common-shape"],
  ["packages", "archives"],
  ["packages/programs", undefined],
] as const;
const WITH_MEMBERS = ["agents", "packages"];

const forbidden = ROOMS.flatMap((room) => foldersForbiddenTo(room).map((other) => [room.folder, other] as const));
const allowed = ROOMS.flatMap((room) => room.mayImport.map((other) => [room.folder, other] as const));

beforeAll(async () => {
  for (const [from, to] of [...forbidden, ...allowed]) {
    probe(`src/${from}/to-${to}.ts`, `../${to}/thing.ts`);
    probe(`src/${from}/deep/to-${to}.ts`, `../../${to}/${WITH_MEMBERS.includes(to) ? "" : "deep/"}thing.ts`);
    probes[`src/${from}/lazy-${to}.ts`] = `export const load = () => import("../${to}/thing.ts");\n`;
  }
  for (const { folder } of ROOMS) {
    probe(`src/${folder}/own.ts`, "./thing.ts");
    probe(`src/${folder}/deep/own.ts`, "../thing.ts");
    probe(`src/${folder}/context.ts`, "../context.ts");
    probe(`src/${folder}/main.ts`, "../main.ts");
    probe(`src/${folder}/package.ts`, "valibot");
  }
  probes["src/hook/reads.ts"] = 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n';
  probes["src/host/reads.ts"] = 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n';
  probe("src/agents/alpha/to-other-agent.ts", "../beta/thing.ts");
  probe("src/agents/alpha/to-shape.ts", "../common-shape/thing.ts");
  probe("src/agents/alpha/to-interface.ts", "../agent.ts");
  probe("src/agents/alpha/to-context.ts", "../../context.ts");
  probe("src/agents/alpha/to-model.ts", "../../model/deep/thing.ts");
  probe("src/agents/alpha/to-commands.ts", "../../commands/thing.ts");
  probe("src/agents/alpha/package.ts", "valibot");
  for (const [axis, shared] of AXES) {
    probe(`src/${axis}/list.ts`, "./alpha/thing.ts");
    probe(`src/${axis}/beside.ts`, "./alpha/thing.ts");
    if (shared !== undefined) probe(`src/${axis}/beside-shared.ts`, `./${shared}/thing.ts`);
    probe(`src/${axis}/alpha/to-other.ts`, "../beta/thing.ts");
    probe(`src/diagnose/into-${axis.replace("/", "-")}.ts`, `../${axis}/alpha/thing.ts`);
    probe(`src/diagnose/index-of-${axis.replace("/", "-")}.ts`, `../${axis}/alpha/index.ts`);
  }
  probes["src/hook.ts"] = 'export const load = () => import("./agents/alpha/thing.ts");\n';
  for (const file of ["context", "errors"]) probe(`src/${file}.ts`, "./model/thing.ts");
  for (const file of ["index", "symposium-hook"]) probe(`src/${file}.ts`, "./commands/thing.ts");
  probe("src/main.ts", "./commands/thing.ts");
  probes["src/plugins/cycle-a.ts"] = 'import { b } from "./cycle-b.ts";\nexport const a = () => b;\n';
  probes["src/plugins/cycle-b.ts"] = 'import { a } from "./cycle-a.ts";\nexport const b = () => a;\n';
  probes["src/plugins/default.ts"] = "const thing = 1;\nexport default thing;\n";
  probes["src/plugins/barrel.ts"] = 'export * from "./cycle-a.ts";\n';
  probes["src/plugins/long.ts"] = "export const thing = 1;\n".concat("\n".repeat(400));

  const tree = await createFixture({ ".oxlintrc.json": readFileSync(join(ROOT, ".oxlintrc.json"), "utf8"), ...probes });
  removeProbes = () => tree.rm();
  for (const { filename, code } of lint(tree.path)) complaints.set(filename, (complaints.get(filename) ?? new Set()).add(code));
});

afterAll(() => removeProbes());

describe("imports point downwards only", () => {
  test.each(forbidden)("%s may not import %s", (from, to) => {
    for (const file of [`to-${to}`, `deep/to-${to}`, `lazy-${to}`]) expect(judged(`src/${from}/${file}.ts`)).toEqual([RESTRICTED]);
  });

  test.each(allowed)("%s may import %s", (from, to) => {
    for (const file of [`to-${to}`, `deep/to-${to}`, `lazy-${to}`]) expect(judged(`src/${from}/${file}.ts`)).toEqual([]);
  });

  test.each(ROOMS.map(({ folder }) => folder))("%s may import itself and the context, never a program's main file", (folder) => {
    for (const file of ["own", "deep/own", "context"]) expect(judged(`src/${folder}/${file}.ts`)).toEqual([]);
    expect(judged(`src/${folder}/main.ts`)).toEqual([RESTRICTED]);
  });

  test.each(ROOMS.map(({ folder, packages }) => [folder, packages] as const))("%s may use npm packages: %s", (folder, packages) => {
    expect(judged(`src/${folder}/package.ts`)).toEqual(packages === "any" ? [] : [RESTRICTED]);
  });

  test("every folder of src has its place in the table, and no other has one", () => {
    const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(ROOMS.map(({ folder }) => folder).sort()).toEqual(folders.map(({ name }) => name).sort());
  });
});

describe("files of src itself", () => {
  test.each(["context", "errors"])("%s imports nothing", (file) => {
    expect(judged(`src/${file}.ts`)).toEqual([RESTRICTED]);
  });

  test("none looks into an agent's folder", () => {
    expect(judged("src/hook.ts")).toEqual([RESTRICTED]);
  });

  test.each(["index", "symposium-hook"])("%s never loads the command line", (file) => {
    expect(judged(`src/${file}.ts`)).toEqual([RESTRICTED]);
  });

  test("main may", () => {
    expect(judged("src/main.ts")).toEqual([]);
  });
});

test("RT-38 what a hook call loads reads files through the host", () => {
  expect(judged("src/hook/reads.ts")).toEqual([RESTRICTED]);
  expect(judged("src/host/reads.ts")).toEqual([]);
});

describe("agents", () => {
  test.each(["to-other-agent", "to-commands", "package"])("an agent's file is refused: %s", (file) => {
    expect(judged(`src/agents/alpha/${file}.ts`)).toEqual([RESTRICTED]);
  });

  test.each(["alpha/to-shape", "alpha/to-interface", "alpha/to-context", "alpha/to-model", "list"])("%s passes", (file) => {
    expect(judged(`src/agents/${file}.ts`)).toEqual([]);
  });
});

describe.each(AXES)("%s has a folder for each member", (axis, shared) => {
  const name = axis.replace("/", "-");
  test.each([`${axis}/beside`, `${axis}/alpha/to-other`, `diagnose/into-${name}`, `diagnose/index-of-${name}`])("%s is refused", (file) => {
    expect(judged(`src/${file}.ts`)).toEqual([RESTRICTED]);
  });

  test.each([`${axis}/list`, ...(shared === undefined ? [] : [`${axis}/beside-shared`])])("%s passes", (file) => {
    expect(judged(`src/${file}.ts`)).toEqual([]);
  });
});

test.each([
  ["cycle-a", "import(no-cycle)"],
  ["cycle-b", "import(no-cycle)"],
  ["default", "import(no-default-export)"],
  ["barrel", "oxc(no-barrel-file)"],
  ["long", "eslint(max-lines)"],
])("%s is reported by %s", (file, rule) => {
  expect(judged(`src/plugins/${file}.ts`)).toContain(rule);
});

const RESTRICTED = "eslint(no-restricted-imports)";

function probe(path: string, specifier: string): void {
  probes[path] = `import { thing } from "${specifier}";\nexport const used = thing;\n`;
}

/** What the linter said of a probe; asking for a file that was never written is a mistake of the test. */
function judged(path: string): string[] {
  if (probes[path] === undefined) throw new Error(`no probe ${path}`);
  return [...(complaints.get(path) ?? [])];
}

function lint(folder: string): { filename: string; code: string }[] {
  const linter = join(dirname(createRequire(import.meta.url).resolve("oxlint/package.json")), "bin/oxlint");
  const run = (): string => {
    try {
      return execFileSync(process.execPath, [linter, "--format", "json"], { cwd: folder, encoding: "utf8", maxBuffer: 1e8 });
    } catch (error) {
      // It exits 1 when it has something to say.
      return (error as { stdout: string }).stdout;
    }
  };
  const report = JSON.parse(run()) as { diagnostics: { filename: string; code: string }[] };
  return report.diagnostics.map(({ filename, code }) => ({ filename: filename.replaceAll("\\", "/"), code }));
}
