import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ROOT } from "../../scripts/agent-tables.ts";
import { refusal } from "../../scripts/new-ecosystem.ts";
import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { isAtLeast } from "../support/thoroughness.ts";

const program = (name: string) => join(ROOT, "node_modules/.bin", name);

describe("names that are refused", () => {
  test.each([
    [undefined, undefined, "Usage"],
    ["conda", undefined, "Usage"],
    ["Conda", "environment.yml", "is not a valid name"],
    ["../elsewhere", "environment.yml", "is not a valid name"],
    ["conda", "../environment.yml", "is not a valid file name"],
    ["conda", "..", "is not a valid file name"],
    ["conda-shape", "environment.yml", "folder that ecosystems share"],
    ["cargo", "Cargo.toml", "The ecosystem cargo exists"],
  ])("%j %j", (name, marker, reason) => {
    expect(refusal(name, marker)).toContain(reason);
  });

  test("a new name is not refused", () => {
    expect(refusal("conda", "environment.yml")).toBeUndefined();
  });
});

describe("PL-30 adding an ecosystem is one folder", { timeout: 120_000 }, () => {
  let copy = "";
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "symposium-new-ecosystem-"));
    for (const path of [
      "src",
      "scripts",
      "test/packages",
      "test/support",
      "package.json",
      "tsconfig.json",
      ".oxlintrc.json",
      ".oxfmtrc.json",
    ]) {
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const newEcosystem = (...args: string[]) =>
    spawnSync(process.execPath, [...TYPESCRIPT, "scripts/new-ecosystem.ts", ...args], { cwd: copy, encoding: "utf8" });
  const textOf = (path: string) => readFileSync(join(copy, path), "utf8");

  test("the scaffold is written and listed", () => {
    const { status, stdout, stderr } = newEcosystem("hex", "mix.exs", "Hex");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const file of ["index", "read-root", "requirement"]) expect(stdout).toContain(`wrote src/packages/hex/${file}.ts\n`);
    expect(textOf("src/packages/list.ts")).toContain('import { ecosystem as hex } from "./hex/index.ts";');
    expect(textOf("src/packages/list.ts")).toMatch(/ECOSYSTEMS[^\n]*\[cargo,.*\bhex\b.*\]/);
    expect(textOf("src/packages/markers.ts")).toContain('"mix.exs"');
  });

  test("its atoms and its workspace are read", () => {
    const code = `
      import { parseAtom } from "./src/plugins/gates/parse-atom.ts";
      import { isRead } from "./src/plugins/gates/match-atom.ts";
      import { readWorkspace } from "./src/packages/workspace.ts";
      const folder = "${join(copy, "test/packages/hex/fixtures/workspace")}";
      const { roots } = readWorkspace(folder, { env: {}, home: "/nowhere", os: "linux", madeLock: () => "/nowhere" });
      console.log(JSON.stringify([isRead("hex"), parseAtom("hex:phoenix>=4.2.0").name, roots.map(({ ecosystem }) => ecosystem)]));`;
    const answer = execFileSync(process.execPath, [...TYPESCRIPT, "--input-type=module", "-e", code], { cwd: copy, encoding: "utf8" });
    expect(JSON.parse(answer)).toEqual([true, "phoenix", ["hex"]]);
  });

  test("it is formatted and follows the rules of the linter", () => {
    const run = (name: string, ...args: string[]) => spawnSync(program(name), [...args, "src/packages"], { cwd: copy, encoding: "utf8" });
    expect(run("oxfmt", "--check")).toMatchObject({ status: 0 });
    expect(run("oxlint")).toMatchObject({ status: 0 });
  });

  // The compiler reads the whole tree once more, and so do the tests of every ecosystem.
  test.runIf(isAtLeast("all"))("it typechecks and passes the tests of every ecosystem", () => {
    const { stdout } = spawnSync(program("tsc"), ["--noEmit", "-p", "."], { cwd: copy, encoding: "utf8" });
    expect(stdout.split("\n").filter((line) => line.startsWith("src/"))).toEqual([]);
    const args = ["run", "--root", copy, "test/packages/conformance.test.ts"];
    expect(spawnSync(program("vitest"), args, { cwd: copy, encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("passed"),
    });
  });

  test("a second time it is refused, with exit 2 and nothing changed", () => {
    const { status, stderr, stdout } = newEcosystem("hex", "mix.exs");
    expect({ status, stderr: stderr.trim(), stdout }).toEqual({ status: 2, stderr: "The ecosystem hex exists", stdout: "" });
  });
});
