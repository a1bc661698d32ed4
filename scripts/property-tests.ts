/** The test files whose cases fast-check generates, in the file itself or in one that it imports. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const IMPORT = /^(?:import|export)[^;]*? from "([^"]+)";$/gm;

export function propertyTests(): readonly string[] {
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" }).map((name) => join(ROOT, "test", name));
  const generates = new Map<string, boolean>();
  return files
    .filter((file) => file.endsWith(".test.ts") && isGenerating(file, generates))
    .map((file) => relative(ROOT, file))
    .sort();
}

function isGenerating(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // A cycle ends here.
  known.set(file, false);
  const imported = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, from = ""]) => from);
  const isIt = imported.some((from) => from === "fast-check" || (isOfTests(file, from) && isGenerating(join(dirname(file), from), known)));
  known.set(file, isIt);
  return isIt;
}

function isOfTests(file: string, from: string): boolean {
  return from.startsWith(".") && from.endsWith(".ts") && join(dirname(file), from).startsWith(join(ROOT, "test"));
}
