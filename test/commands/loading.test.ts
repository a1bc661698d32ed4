import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { isAct, OF_COMMANDS } from "../../scripts/when-called.ts";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../../src");
const LATER = Object.values(OF_COMMANDS).flat();
const IMPORT = /^(?:import|export) (?!type )([^;]*?) from "(\.[^"]+)";/gms;

/** What the build puts into the file that help loads: everything that is imported and not loaded when it is called. */
function loadedBy(entry: string): readonly string[] {
  const found = new Set([entry]);
  for (const file of found)
    for (const [, names = "", path = ""] of readFileSync(join(SRC, file), "utf8").matchAll(IMPORT)) {
      if (/^\{(?:\s*type \w+(?: as \w+)?,?)+\s*\}$/.test(names)) continue;
      const imported = relative(SRC, join(SRC, dirname(file), path)).replaceAll("\\", "/");
      if (!LATER.includes(imported) && !isAct(imported, file)) found.add(imported);
    }
  return [...found];
}

test("help and completion load nothing of what commands do, neither documents nor agents' files", () => {
  const loaded = loadedBy("commands/run.ts");
  expect(loaded).toContain("commands/hooks-import.ts");
  expect(loaded.filter((file) => /^(?:consent|diagnose|interchange|servers|setup)\//.test(file)).sort()).toEqual([
    "consent/dev-folder.ts",
    "servers/find-subcommand.ts",
    "servers/run-subcommand.ts",
    "setup/app-context.ts",
  ]);
  expect(loaded.filter((file) => /toml|yaml|config\.|\/agent\.ts$|payload\.ts$/.test(file))).toEqual([]);
});
