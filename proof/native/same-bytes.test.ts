/** Who builds the native program again, with the same compiler, gets the same bytes: nothing in it depends on the time, on chance or on a folder. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { buildNative } from "../../scripts/native/program.ts";

test("two builds of the native program are the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "same-bytes-"));
  try {
    const define = { SYMPOSIUM_VERSION: '"0.0.0"', SYMPOSIUM_BUILD: '"0.0.0+same"' };
    const built: Buffer[] = [];
    for (const name of ["one", "another-with-a-longer-name"]) {
      const scratch = join(folder, name);
      mkdirSync(scratch);
      expect(await buildNative({ define, scratch, out: scratch })).toBeUndefined();
      built.push(readFileSync(join(scratch, "symposium-hook")));
    }
    expect(built[0]!.equals(built[1]!)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
