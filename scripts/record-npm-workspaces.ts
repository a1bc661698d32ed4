/**
 * Writes the lock file and `expected.json` of every tree in `test/fixtures/npm-workspaces` whose package manager is on PATH, as it makes them against a
 * registry on loopback: `node --import ./scripts/typescript.mjs scripts/record-npm-workspaces.ts`. A lock file that is there stays.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { CASES, installed, isAvailable, managerOf, WORKSPACES } from "../test/packages/npm/real-managers.ts";

const wanted = process.argv.slice(2);

for (const name of CASES.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  if (!isAvailable(name)) {
    console.log(`${name}: no ${managerOf(name).program} ${managerOf(name).majors.join(" or ")} on PATH`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), "npm-workspaces-"));
  try {
    const { expected, lock } = await installed(name, folder);
    writeFileSync(join(WORKSPACES, name, "tree", managerOf(name).lock), lock);
    writeFileSync(join(WORKSPACES, name, "expected.json"), `${JSON.stringify(expected, null, 2)}\n`);
    console.log(`${name}: ${expected.length} dependencies`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
