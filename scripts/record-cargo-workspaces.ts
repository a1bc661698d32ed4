/**
 * Writes `Cargo.lock` and `expected.json` of every tree in `test/fixtures/cargo-workspaces`, as the real Cargo makes them against a registry on
 * loopback: `node --import ./scripts/typescript.mjs scripts/record-cargo-workspaces.ts`. A lock file that is there stays, in its format.
 */

import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CASES, withRealCargo, WORKSPACES } from "../test/packages/cargo/real-cargo.ts";

/** Cargo takes a git repository from a vendored folder only when a lock file names the commit. */
async function lockWithoutVendor(tree: string, run: () => Promise<unknown>): Promise<void> {
  if (existsSync(join(tree, "Cargo.lock"))) return;
  renameSync(join(tree, ".cargo"), join(tree, "aside"));
  await run();
  renameSync(join(tree, "aside"), join(tree, ".cargo"));
}

const folder = mkdtempSync(join(tmpdir(), "cargo-workspaces-"));
try {
  await withRealCargo(folder, async ({ tree, ask }) => {
    for (const name of Object.keys(CASES)) {
      if (name === "vendored") await lockWithoutVendor(tree(name), () => ask(name));
      const answer = await ask(name);
      writeFileSync(join(WORKSPACES, name, "expected.json"), `${JSON.stringify(answer, null, 2)}\n`);
      const lock = join(answer.root, "Cargo.lock");
      if (!existsSync(join(WORKSPACES, name, "tree", lock))) copyFileSync(join(tree(name), lock), join(WORKSPACES, name, "tree", lock));
      console.log(`${name}: ${answer.members.length} members, ${answer.dependencies.length} dependencies`);
    }
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
