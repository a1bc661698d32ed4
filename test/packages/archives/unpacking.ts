/** Unpacks an archive into a temporary folder and returns its files, or the reason of the refusal. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect } from "vitest";

import type { Unpacked, UnpackOptions } from "../../../src/packages/archives/archive.ts";

type Unpack = (archive: Uint8Array, into: string, options: UnpackOptions) => Promise<Unpacked>;

/** Names with their texts, folders with `null`, executable files with a `*`. */
export async function unpacking(
  unpack: Unpack,
  archive: Uint8Array,
  options: Partial<UnpackOptions> = {},
): Promise<Record<string, string | null> | string> {
  await using fixture = await createFixture({ outside: {} });
  const into = fixture.getPath("outside/into");
  const answer = await unpack(archive, into, { os: "linux", ...options });
  expect(readdirSync(fixture.path)).toEqual(["outside"]);
  if ("refused" in answer) {
    expect(readdirSync(fixture.getPath("outside"))).toEqual([]);
    return answer.refused;
  }
  expect(existsSync(into)).toBe(true);
  const names = readdirSync(into, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const stat = statSync(join(into, name));
      if (stat.isDirectory()) return [name, null];
      return [(stat.mode & 0o100) === 0 ? name : `${name}*`, readFileSync(join(into, name), "utf8")];
    }),
  );
}
