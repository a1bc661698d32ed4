/** Copies of the checkout in which one thing at a time is broken. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

import { createMemoryFolder } from "./memory-folder.ts";
import type { Mutation } from "./mutate-edit.ts";

export interface Tree {
  readonly path: string;
  /** For temporary files of the tests. */
  readonly temporary: string;
  /** Makes the edit, and gives what takes it back. */
  readonly apply: (mutation: Mutation) => () => void;
  readonly remove: () => void;
}

const COPIED = ["src", "test", "scripts", "docs", "examples", "schemas", "package.json", "tsconfig.json"];

/** Tests run in the copy without a build: what is broken here never becomes a program. */
const CONFIG = `import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { SYMPOSIUM_VERSION: JSON.stringify(JSON.parse(readFileSync("package.json", "utf8")).version) },
  test: {
    include: ["test/**/*.test.ts"],
    maxWorkers: 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
`;

export const CONFIG_FILE = "vitest.mutate.config.ts";

export function copyTree(root: string): Tree {
  const temporary = createMemoryFolder() ?? mkdtempSync(join(tmpdir(), "symposium-"));
  const path = join(temporary, "checkout");
  mkdirSync(path);
  for (const name of COPIED) cpSync(join(root, name), join(path, name), { recursive: true });
  // Some homes of the tests hold a build; the programs in it are those of the unbroken sources.
  for (const name of ["node_modules", "dist"]) symlinkSync(join(root, name), join(path, name), "dir");
  writeFileSync(join(path, CONFIG_FILE), CONFIG);
  return {
    path,
    temporary,
    apply: (mutation) => {
      const file = join(path, "src", mutation.file);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, mutated(text, mutation));
      return () => writeFileSync(file, text);
    },
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}

/** The file's text with the edit made. Throws when the list and the sources have parted: a mutation that changes nothing, or no code, proves nothing. */
export function mutated(text: string, { file, find, replace }: Mutation): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new Error(`src/${file} has ${JSON.stringify(find)} ${times} times, not once`);
  const result = text.replace(find, () => replace);
  parseAst(result, { lang: "ts" });
  return result;
}
