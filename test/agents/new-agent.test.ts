import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { ROOT } from "../../scripts/agent-tables.ts";
import { refusal } from "../../scripts/new-agent.ts";
import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { isAtLeast } from "../support/thoroughness.ts";

const TSC = join(ROOT, "node_modules/.bin/tsc");

describe("names that are refused", () => {
  test.each([
    [undefined, "Usage"],
    ["", "is not a name"],
    ["My-Agent", "is not a name"],
    ["my_agent", "is not a name"],
    ["-agent", "is not a name"],
    ["agent-", "is not a name"],
    ["../elsewhere", "is not a name"],
    ["9lives", "is not a name"],
    ["codex", "There is an agent codex"],
    ["claude", "already means claude-code"],
    ["symposium", "names a format"],
    ["interchange", "names a format"],
    ["claude-shape", "folder that agents share"],
  ])("%j", (name, reason) => {
    expect(refusal(name)).toContain(reason);
  });

  test("a new name is not refused", () => {
    expect(refusal("my-agent2")).toBeUndefined();
  });
});

describe("RG-4 adding an agent is one folder", { timeout: 120_000 }, () => {
  let copy = "";
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "symposium-new-agent-"));
    for (const path of [
      "src",
      "bench",
      "test",
      "scripts",
      "docs",
      "evidence",
      "real-agents",
      "README.md",
      "package.json",
      "tsconfig.json",
    ]) {
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const newAgent = (...args: string[]) =>
    spawnSync(process.execPath, [...TYPESCRIPT, "scripts/new-agent.ts", ...args], { cwd: copy, encoding: "utf8" });
  const textOf = (path: string) => readFileSync(join(copy, path), "utf8");

  test("the scaffold is written, listed and documented", () => {
    const { status, stdout, stderr } = newAgent("brand-new", "Brand New");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    for (const file of ["agent", "payload", "shim"]) expect(stdout).toContain(`wrote src/agents/brand-new/${file}.ts\n`);
    expect(existsSync(join(copy, "test/agents/brand-new/oracle.ts"))).toBe(true);
    expect(existsSync(join(copy, "test/agents/brand-new/payloads/README.md"))).toBe(true);
    expect(textOf("src/agents/list.ts")).toContain('import { agent as brandNew } from "./brand-new/agent.ts";');
    expect(textOf("src/agents/native-list.ts")).toContain('import { hookTime as brandNew } from "./brand-new/payload.ts";');
    for (const line of ['{ call: () => import("./brand-new/payload.ts"), shim: () => import("./brand-new/shim.ts") },', "[],"])
      expect(textOf("src/agents/hook-list.ts")).toContain(`"brand-new": ${line}`);
    expect(textOf("docs/agents/brand-new.md")).toContain("# Brand New");
    for (const page of ["docs/agents.md", "docs/what-is-written-where.md"])
      expect(textOf(page)).toContain("[Brand New](agents/brand-new.md)");
    expect(textOf("README.md")).toContain("[Brand New](docs/agents/brand-new.md)");
  });

  // The compiler reads the whole tree once more.
  test.runIf(isAtLeast("all"))("the scaffold typechecks", () => {
    expect(typeErrors(copy)).toEqual([]);
  });

  test("a second time it is refused, with exit 2 and nothing changed", () => {
    const before = textOf("src/agents/brand-new/agent.ts");
    const { status, stderr, stdout } = newAgent("brand-new");
    expect({ status, stderr: stderr.trim(), stdout }).toEqual({ status: 2, stderr: "There is an agent brand-new", stdout: "" });
    expect(textOf("src/agents/brand-new/agent.ts")).toBe(before);
  });

  test("generating again changes nothing", () => {
    const code =
      'import { generatedAgentFiles } from "./scripts/generate-agents.ts"; import { staleFiles } from "./scripts/generate.ts"; console.log(JSON.stringify(staleFiles(await generatedAgentFiles())));';
    expect(execFileSync(process.execPath, [...TYPESCRIPT, "--input-type=module", "-e", code], { cwd: copy, encoding: "utf8" }).trim()).toBe(
      "[]",
    );
  });
});

/** Errors in what the scaffold touched; the rest of the tree is checked by its own run. */
function typeErrors(folder: string): string[] {
  const { stdout } = spawnSync(TSC, ["--noEmit", "-p", "."], { cwd: folder, encoding: "utf8" });
  return stdout.split("\n").filter((line) => /^(src|test)\/agents\//u.test(line));
}
