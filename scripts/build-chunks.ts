/**
 * How programs are cut into files. Left alone, the bundler makes a file of everything that two others share, and Node takes longer to
 * find a hundred of those than to run them. So what a call loads together is one file.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "rolldown";

import { importedAtOnce, isAct, OF_COMMANDS, OF_REBUILD, whenCalled } from "./when-called.ts";

/** Libraries in the form that is made of modules: of these, only what is used is loaded. */
export const RESOLVE = {
  // The other form of `jsonc-parser` loads its parts by names that no bundler sees.
  mainFields: ["module", "main"],
  alias: { yaml: fileURLToPath(new URL("browser/dist/index.js", import.meta.resolve("yaml/package.json"))) },
};

/** Files of a build → what they are for. Each holds what its modules import and no file above it has. The rest is cut as the bundler likes. */
type Files = Readonly<Record<string, readonly string[]>>;

const OF_COMMAND_LINE: Files = {
  start: ["commands/start.ts"],
  subcommand: ["commands/call-subcommand.ts"],
  "command-line": ["commands/run.ts"],
  log: ["commands/terminal/log-report.ts", "files/state-file.ts"],
  sync: ["setup/sync.ts", "setup/trust/subjects-here.ts", "commands/update-check.ts", "files/splice/toml.ts"],
};

/** For `plugins` and `output.codeSplitting` of the bundler. */
export interface Cut {
  readonly calls: Plugin[];
  readonly codeSplitting: { groups: { name: string; test: (id: string) => boolean; priority: number }[] };
}

export function commandCut(root: string): Promise<Cut> {
  return cutOf(root, { ...OF_COMMAND_LINE, ...OF_COMMANDS }, [callsOf(root, OF_COMMANDS)]);
}

/** Of what the hook program loads to rebuild an index. It loads `others` when they are called, too. */
export function rebuildCut(root: string, others: Plugin): Promise<Cut> {
  return cutOf(root, { index: ["index/rebuild.ts"], ...OF_REBUILD }, [others, callsOf(root, OF_REBUILD)]);
}

function callsOf(root: string, files: Files): Plugin {
  const source = join(root, "src");
  const listed = Object.values(files).flat();
  return whenCalled(
    source,
    (file, importer) => listed.includes(file) || isAct(file, importer),
    (file) => importedAtOnce(join(source, file)),
  );
}

async function cutOf(root: string, files: Files, calls: Plugin[]): Promise<Cut> {
  const entries = Object.entries(files);
  const groups = entries.map(async ([name, own], at) => {
    const modules = await importedBy(
      own.map((file) => join(root, "src", file)),
      calls,
    );
    return { name, test: (id: string) => modules.has(id), priority: entries.length - at };
  });
  return { calls, codeSplitting: { groups: await Promise.all(groups) } };
}

/** The modules themselves and what they import, and not what they import when it is needed. */
async function importedBy(files: readonly string[], calls: Plugin[]): Promise<ReadonlySet<string>> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: [...files],
    platform: "node",
    resolve: RESOLVE,
    plugins: [
      { name: "later", resolveId: (source, _importer, { kind }) => (kind === "dynamic-import" ? { id: source, external: true } : null) },
      ...calls,
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return new Set(output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])));
}
