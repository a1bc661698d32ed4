import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { stage } from "./stage.ts";
import { packageAt } from "./subjects.ts";

const DERIVED = { derived: ["__pycache__"] };

describe("PL-17 folders that running a package writes", () => {
  test("do not end a consent, while the source beside them does", async () => {
    await using here = await stage();
    const subject = packageAt(here.at("package"), here.at("repository"), DERIVED);
    writeFileSync(here.at("package/lib/x.py"), "one = 1\n");
    here.decide(subject);
    for (const folder of ["package", "package/lib"]) {
      mkdirSync(here.at(`${folder}/__pycache__`));
      writeFileSync(here.at(`${folder}/__pycache__/x.cpython-312.pyc`), "bytecode");
    }
    expect(here.stateOf(subject)).toMatchObject({ state: "accepted" });
    writeFileSync(here.at("package/lib/__pycache__/x.cpython-312.pyc"), "other bytecode");
    rmSync(here.at("package/__pycache__"), { recursive: true });
    expect(here.stateOf(subject)).toMatchObject({ state: "accepted" });
    writeFileSync(here.at("package/lib/x.py"), "one = 2\n");
    expect(here.stateOf(subject)).toMatchObject({ state: "changed", because: expect.stringContaining("lib/x.py") });
  });

  test("end a consent to a package of another ecosystem", async () => {
    await using here = await stage();
    const subject = packageAt(here.at("package"), here.at("repository"));
    here.decide(subject);
    mkdirSync(here.at("package/__pycache__"));
    expect(here.stateOf(subject)).toMatchObject({ state: "changed" });
  });

  test.each<[string, (path: string) => void]>([
    ["a file", (path) => writeFileSync(path, "")],
    ["a link", (path) => symlinkSync("lib", path)],
  ])("have a name that %s cannot use to hide", async (_, make) => {
    await using here = await stage();
    const subject = packageAt(here.at("package"), here.at("repository"), DERIVED);
    here.decide(subject);
    make(here.at("package/__pycache__"));
    expect(here.stateOf(subject)).toMatchObject({ state: "changed", because: expect.stringContaining("__pycache__") });
  });

  test("are covered where a command names a file in them", async () => {
    await using here = await stage();
    mkdirSync(here.at("package/__pycache__"));
    writeFileSync(here.at("package/__pycache__/hook.pyc"), "one");
    const subject = packageAt(here.at("package"), here.at("repository"), { ...DERIVED, named: ["__pycache__/hook.pyc"] });
    here.decide(subject);
    writeFileSync(here.at("package/__pycache__/other.pyc"), "one");
    expect(here.stateOf(subject)).toMatchObject({ state: "accepted" });
    writeFileSync(here.at("package/__pycache__/hook.pyc"), "two");
    expect(here.stateOf(subject)).toMatchObject({ state: "changed" });
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;

  test.skipIf(!hasPython)("are those that the real Python writes", async () => {
    await using here = await stage();
    writeFileSync(here.at("package/lib/__init__.py"), "");
    writeFileSync(here.at("package/lib/x.py"), "one = 1\n");
    const subject = packageAt(here.at("package"), here.at("repository"), DERIVED);
    here.decide(subject);
    const { PATH = "" } = process.env;
    execFileSync("python3", ["-c", "import lib.x"], { cwd: here.at("package"), env: { PATH, HOME: here.at("other") } });
    expect(existsSync(here.at("package/lib/__pycache__")) && readdirSync(here.at("package/lib/__pycache__"))).toHaveLength(2);
    expect(here.stateOf(subject)).toMatchObject({ state: "accepted" });
  });
});
