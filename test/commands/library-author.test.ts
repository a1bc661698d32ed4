/** What docs/supporting-your-package.md says, done by the author of a library from an empty folder, with the real package manager. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { environment as cargoEnvironment, hasCargo } from "../packages/cargo/real-cargo.ts";
import { environment as goEnvironment, hasGo } from "../packages/go/real-go.ts";
import { hasNpm } from "../packages/npm/with-registry.ts";
import { hasClient } from "../packages/programs/pypi/python-tools.ts";
import { ENTER, LEFT } from "../support/at-terminal.ts";
import { type BesideHome, besideHome } from "../support/beside.ts";
import { userOf } from "../support/temporary-home.ts";

interface Manager {
  readonly isThere: () => boolean;
  /** Nothing of the user's. */
  readonly env: (home: string) => Readonly<Record<string, string>>;
  /** Make a package of the folder `widget`. */
  readonly library: readonly string[];
  /** Make a project that depends on it. */
  readonly project: readonly string[];
}

const hasUv = () => hasClient("uv");
const UV_LIBRARY = ["uv init --offline --lib --build-backend uv --name widget"];
const UV_PROJECT = "uv init --offline --name app";

/** A new ecosystem is tested by being added. */
const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    isThere: hasNpm,
    env: userOf,
    library: ["npm init -y"],
    project: ["npm init -y", "npm install ../widget --offline --no-audit --no-fund --ignore-scripts"],
  },
  Cargo: {
    isThere: hasCargo,
    env: (home) => cargoEnvironment(home, join(home, ".cargo")),
    library: ["cargo init --lib --vcs none"],
    project: ["cargo init --lib --vcs none", "cargo add --offline --path ../widget", "cargo generate-lockfile --offline"],
  },
  "uv, without an environment": {
    isThere: hasUv,
    env: userOf,
    library: ["uv init --offline --bare --name widget"],
    project: ["uv init --offline --bare --name app", "uv add --offline --no-sync --editable ../widget"],
  },
  // What a user types; the build backend is part of uv.
  "uv, editable": { isThere: hasUv, env: userOf, library: UV_LIBRARY, project: [UV_PROJECT, "uv add --offline --editable ../widget"] },
  "uv, with a copy in the environment": {
    isThere: hasUv,
    env: userOf,
    library: UV_LIBRARY,
    project: [UV_PROJECT, "uv add --offline ../widget"],
  },
  Go: {
    isThere: hasGo,
    env: goEnvironment,
    library: ["go mod init example.test/widget"],
    project: ["go mod init example.test/app", "go mod edit -require=example.test/widget@v0.0.0 -replace=example.test/widget=../widget"],
  },
  "Go, in a workspace": {
    isThere: hasGo,
    env: goEnvironment,
    library: ["go mod init example.test/widget"],
    project: ["go mod init example.test/app", "go work init . ../widget"],
  },
};

const FORCE = { command: "git push --force" };

async function started({ env, library, project }: Manager): Promise<BesideHome> {
  const home = await besideHome({ name: "", project: {}, library: {} });
  const widget = home.at("home/widget");
  expect(await home.use(["plugin", "new", "widget", "--dir", "../widget"])).toMatchObject({ exitCode: 0 });
  const variables = env(home.home);
  const runAll = (lines: readonly string[], cwd: string) => {
    for (const line of lines) {
      const [program = "", ...args] = line.split(" ");
      execFileSync(program, args, { cwd, env: variables, stdio: "pipe" });
    }
  };
  runAll(library, widget);
  runAll(project, home.project);
  return home;
}

describe.each(Object.entries(MANAGERS))("PL-17 the author of a library tries its plugin before anything is published: %s", (_, manager) => {
  test.skipIf(!manager.isThere())("a consumer gets skill and hook, and an edit counts at once", { timeout: 120_000 }, async () => {
    await using home = await started(manager);
    const script = home.at("home/widget/check.sh");
    const copy = home.at("home/work/.claude/skills/widget/SKILL.md");
    expect(await home.use(["plugin", "validate", "../widget", "--no-check-crates"])).toMatchObject({ exitCode: 0 });
    expect((await home.use(["status"])).stdout).toContain(`symposium use ${home.at("home/widget")}`);
    expect(await home.answer(FORCE)).toBe("");

    const used = await home.use(["use", "--dev", "../widget"], [["without asking again?", [LEFT, ENTER]]]);
    expect(used).toMatchObject({ exitCode: 0, unasked: [], stdout: expect.stringContaining("hook check") });
    expect(readFileSync(copy, "utf8")).toBe(readFileSync(home.at("home/widget/skills/widget/SKILL.md"), "utf8"));
    expect(await home.answer(FORCE)).toMatch(/^deny: Force pushes need a person\./);
    expect(await home.answer({ command: "git push" })).toBe("");

    writeFileSync(script, readFileSync(script, "utf8").replace("Force pushes need a person.", "Ask the release team."));
    expect(await home.answer(FORCE)).toMatch(/^deny: Ask the release team\./);

    expect(await home.use(["use", "../widget", "--remove", "--yes"])).toMatchObject({ exitCode: 0 });
    expect(await home.answer(FORCE)).toBe("");
    expect(existsSync(copy)).toBe(false);
  });
});
