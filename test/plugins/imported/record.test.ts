/** The record of imports: which one counts, and where. */

import { chmodSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { Workspace } from "../../../src/packages/workspace.ts";
import { type ImportRecord, readImports } from "../../../src/plugins/imported/import-record.ts";
import { countsHere } from "../../../src/plugins/imported/read-imported.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

const RECORD: ImportRecord = { agent: "codex", scope: "user", files: [{ form: "hooks", path: "/a/hooks.json" }], date: "2026-11-17" };

async function stage(text: string) {
  const home = await temporaryHome();
  const file = home.places.imports.slice(home.root.length);
  home.write(file, text);
  chmodSync(home.places.imports, 0o600);
  return home;
}

const textOf = (records: readonly object[], version = 1) => JSON.stringify({ format: "symposium-imports", version, records });

describe("IX-14 the record of imports", () => {
  test("IX-14 is read as it was written, and a missing one is empty", async () => {
    await using home = await stage(textOf([RECORD]));
    expect(readImports(home.places)).toEqual({ records: [RECORD] });
    await using none = await temporaryHome();
    expect(readImports(none.places)).toEqual({ records: [] });
  });

  test.each([
    ["half of it", textOf([RECORD]).slice(0, 40)],
    ["another format", JSON.stringify({ format: "other", version: 1, records: [] })],
    ["another version", textOf([], 2)],
    ["a project's import without its project", textOf([{ ...RECORD, scope: "project" }])],
    ["an import without files", textOf([{ ...RECORD, files: undefined }])],
  ])("IX-14 %s is a problem, and not the same as no imports", async (_what, text) => {
    await using home = await stage(text);
    expect(readImports(home.places)).toEqual({ records: [], problem: expect.stringContaining("is damaged: remove it with") });
  });

  test.skipIf(process.platform === "win32")("IX-14 one that others may write counts for nothing", async () => {
    await using home = await stage(textOf([RECORD]));
    chmodSync(home.places.imports, 0o666);
    expect(readImports(home.places)).toEqual({ records: [], problem: expect.stringContaining("cannot be read") });
  });

  test("IX-14 a project's import counts in that project alone", async () => {
    await using home = await temporaryHome({ files: { other: { x: "" } } });
    const at = (folder: string) => ({ folder, repository: folder }) as unknown as Workspace;
    const record: ImportRecord = { ...RECORD, scope: "project", workspace: home.project };
    expect([at(home.project), at(home.at("other")), null].map((where) => countsHere(record, where))).toEqual([true, false, false]);
    expect([at(home.at("other")), null].map((where) => countsHere(RECORD, where))).toEqual([true, true]);
  });
});
