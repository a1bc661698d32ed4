/** Copies of the checkout in which one thing at a time is broken. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMemoryFolder } from "./memory-folder.ts";
import type { Mutation } from "./mutate-edit.ts";
import { declarationsIn, located } from "./mutate-locate.ts";

export interface Tree {
  readonly path: string;
  /** For temporary files of the tests. */
  readonly temporary: string;
  /** Makes the edit, and gives the file below `src` with what takes it back. */
  readonly apply: (mutation: Mutation) => { readonly file: string; readonly takeBack: () => void };
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
  const src = join(path, "src");
  const declarations = declarationsIn(src);
  return {
    path,
    temporary,
    apply: (mutation) => {
      const { file, text, edited } = located(src, declarations, mutation);
      writeFileSync(join(src, file), edited);
      return { file, takeBack: () => writeFileSync(join(src, file), text) };
    },
    remove: () => rmSync(temporary, { recursive: true, force: true }),
  };
}
