import { mkdirSync, symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { boundsOf, isAtOrBelow } from "../../src/host/bounds.ts";

test("PL-32 a path counts for where it leads, and what is not there leads nowhere", async () => {
  await using fixture = await createFixture({ top: { in: { file: "" } }, "top-beside": {}, out: { file: "" } });
  const at = (path: string) => fixture.getPath(path);
  symlinkSync(at("out"), at("top/link"));
  symlinkSync("link", at("top/chain"));
  symlinkSync("in", at("top/back"));
  symlinkSync("loop", at("top/loop"));
  symlinkSync(at("top"), at("alias"));
  const { leadsOut } = boundsOf(at("top"));
  for (const path of ["top", "top/in/file", "top/back/file", "top/loop", "top/nowhere"]) expect(leadsOut(at(path)), path).toBeUndefined();
  for (const path of ["out", "top-beside", "nowhere"]) expect(leadsOut(at(path)), path).toBe(at(path));
  for (const path of ["top/link", "top/chain"]) expect(leadsOut(at(path)), path).toBe(at("out"));
  expect(leadsOut(at("top/link/file"))).toBe(at("out/file"));
});

test("PL-32 what was asked before does not change where a path leads", async () => {
  await using fixture = await createFixture({ top: { in: { deep: {} } }, out: {} });
  const top = fixture.getPath("top");
  symlinkSync(fixture.getPath("out"), fixture.getPath("top/in/link"));
  const { leadsOut } = boundsOf(top);
  for (const path of ["", "/in", "/in/deep", "/in/..", "/in/.", "/in/"]) expect(leadsOut(`${top}${path}`), path).toBeUndefined();
  expect(leadsOut(`${top}/in/../..`)).toBe(fixture.path.replace(/\/$/, ""));
  expect(leadsOut(`${top}/in/../../out`)).toBe(fixture.getPath("out"));
  for (const path of ["/in/link", "/in/deep/../link", "/in/./link"]) expect(leadsOut(`${top}${path}`), path).toBe(fixture.getPath("out"));
});

test("PL-32 a link above a path leads out, whatever was asked before", async () => {
  await using fixture = await createFixture({ top: { in: { deep: { file: "" } } }, out: { deep: { file: "" } } });
  const top = fixture.getPath("top");
  symlinkSync(fixture.getPath("out"), fixture.getPath("top/in/link"));
  const { leadsOut } = boundsOf(top);
  expect(leadsOut(`${top}/in/deep/file`)).toBeUndefined();
  for (const path of ["deep/file", "deep", ""])
    expect(leadsOut(`${top}/in/link/${path}`), path).toBe(fixture.getPath("out", path).replace(/\/$/, ""));
  // Far longer than any path of a system.
  expect(leadsOut(`${top}${"/in".repeat(100_000)}`)).toBeUndefined();
});

test("PL-32 bounds that are reached by a link are where that leads", async () => {
  await using fixture = await createFixture({ real: { in: {} } });
  symlinkSync(fixture.getPath("real"), fixture.getPath("alias"));
  mkdirSync(fixture.getPath("real/deeper"));
  const { leadsOut } = boundsOf(fixture.getPath("alias"));
  expect(leadsOut(fixture.getPath("alias/in"))).toBeUndefined();
  expect(leadsOut(fixture.getPath("real/deeper"))).toBeUndefined();
});

test("PL-32 on Windows a path is the same in either case and with either slash", () => {
  const isInside = (path: string, above = "C:\\Users\\me\\work") => isAtOrBelow(path, above, "\\");
  for (const path of ["c:\\users\\ME\\Work", "C:/Users/me/work/bin", "c:\\users\\me\\work\\BIN"]) expect(isInside(path), path).toBe(true);
  for (const path of ["C:\\Users\\me\\work-beside", "C:\\Users\\me", "D:\\Users\\me\\work"]) expect(isInside(path), path).toBe(false);
  expect(isInside("d:\\x", "D:\\")).toBe(true);
  expect(isAtOrBelow("/Work/in", "/work", "/")).toBe(false);
});
