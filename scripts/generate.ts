/**
 * Writes every generated file of the repository, or with `--check` only says which are stale. A generator is a function that
 * returns paths and texts and touches nothing, so that the check and the test are the same code.
 */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { generatedAgentFiles } from "./generate-agents.ts";
import { generatedDocs } from "./generate-docs.ts";
import { generatedEcosystemFiles } from "./generate-ecosystems.ts";
import { generatedProgramSources } from "./generate-program-sources.ts";
import { generatedSchemas } from "./generate-schemas.ts";
import { generatedUnknownFields } from "./generate-unknown-fields.ts";
import { generatedLintConfig } from "./lint-layers.ts";
import { type GeneratedFile, writeGenerated } from "./write-generated.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

const GENERATORS: readonly (() => GeneratedFile[] | Promise<GeneratedFile[]>)[] = [
  generatedLintConfig,
  generatedAgentFiles,
  generatedUnknownFields,
  generatedEcosystemFiles,
  generatedProgramSources,
  generatedSchemas,
  generatedDocs,
];

export async function generatedFiles(): Promise<GeneratedFile[]> {
  return (await Promise.all(GENERATORS.map((generate) => generate()))).flat();
}

export function staleFiles(files: readonly GeneratedFile[], root = ROOT): string[] {
  return files.filter(({ path, text }) => textOf(join(root, path)) !== text).map(({ path }) => path);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

async function main(args: readonly string[]): Promise<void> {
  const files = await generatedFiles();
  const stale = staleFiles(files);
  if (args.includes("--check")) {
    if (stale.length === 0) return console.log(`${files.length} generated files are up to date`);
    console.error(`Stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join("\n")}`);
    process.exitCode = 1;
    return;
  }
  for (const file of files) if (stale.includes(file.path)) writeGenerated(file);
  if (stale.length === 0) console.log("Nothing to do");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
