/**
 * How the commands are cut into files. Left alone, the bundler makes a file of everything that two others share, and Node takes longer to
 * find a hundred of those than to run them. So what a command loads together is one file.
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin } from "rolldown";

import { importedAtOnce, OF_COMMANDS, whenCalled } from "./when-called.ts";

/** Libraries in the form that is made of modules: of these, only what is used is loaded. */
export const RESOLVE = {
  // The other form of `jsonc-parser` loads its parts by names that no bundler sees.
  mainFields: ["module", "main"],
  alias: { yaml: fileURLToPath(new URL("browser/dist/index.js", import.meta.resolve("yaml/package.json"))) },
};

/** Each holds what its modules import and no file above it has. What is not reached from here is cut as the bundler likes. */
const FILES = {
  start: ["start.ts"],
  subcommand: ["cli/call-subcommand.ts"],
  "command-line": ["cli/run.ts"],
  log: ["cli/report/log-report.ts", "state/state-file.ts"],
  sync: ["cli/run-sync.ts", "cli/report/update.ts", "config-files/splice-toml.ts"],
  ...OF_COMMANDS,
};

/** The bundler gets it too. */
export function callsOfCommands(root: string): Plugin {
  const source = join(root, "src");
  return whenCalled(source, Object.values(OF_COMMANDS).flat(), (file) => importedAtOnce(join(source, file)));
}

/** For `output.codeSplitting` of the bundler. */
export async function commandChunks(
  root: string,
): Promise<{ groups: { name: string; test: (id: string) => boolean; priority: number }[] }> {
  const entries = Object.entries(FILES);
  const groups = entries.map(async ([name, files], at) => {
    const modules = await importedBy(
      root,
      files.map((file) => join(root, "src", file)),
    );
    return { name, test: (id: string) => modules.has(id), priority: entries.length - at };
  });
  return { groups: await Promise.all(groups) };
}

/** The modules themselves and what they import, and not what they import when it is needed. */
async function importedBy(root: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    input: [...files],
    platform: "node",
    resolve: RESOLVE,
    plugins: [
      { name: "later", resolveId: (source, _importer, { kind }) => (kind === "dynamic-import" ? { id: source, external: true } : null) },
      callsOfCommands(root),
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return new Set(output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])));
}
