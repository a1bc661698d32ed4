/** Packages that are not on this machine, with the real package managers and registries on loopback. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { PackageInfo } from "../../src/diagnose/package-info.ts";
import type { FetchSurroundings } from "../../src/packages/ecosystem.ts";
import { machine } from "../packages/go/with-proxy.ts";
import { hasGo } from "../packages/go/real-go.ts";
import { hasCargo, write } from "../packages/cargo/real-cargo.ts";
import { withRegistry as withCargo } from "../packages/cargo/with-registry.ts";
import { integrityOf, packages, published } from "../packages/npm/loopback-registry.ts";
import { hasNpm, withRegistry as withNpm } from "../packages/npm/with-registry.ts";
import { wheel } from "../packages/pypi/loopback-index.ts";
import { hasPip, withIndex } from "../packages/pypi/with-index.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { skillText } from "../support/plugin.ts";
import { isAtLeast } from "../support/thoroughness.ts";

interface Answered {
  readonly answer: PackageInfo;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

async function infoIn({ env, home, repository }: FetchSurroundings, ...args: string[]): Promise<Answered & { stderr: string }> {
  const cwd = repository ?? home;
  mkdirSync(join(home, ".symposium"), { recursive: true });
  const context = { os: "linux", home, cwd, env, now: Date.now } as const;
  const { stdout, stderr } = await runInProcess({ args: ["package-info", ...args, "--json"], context });
  return { ...(JSON.parse(stdout) as Answered), stderr };
}

const LEAF_SKILL = published("leaf", "1.0.0", { "skills/leaf/SKILL.md": skillText("leaf") });

describe.skipIf(!hasNpm())("PG-18 npm fetches a package", () => {
  test("that no workspace has, in the version of the requirement, and once", async () => {
    await withNpm(
      { packages: [LEAF_SKILL, published("leaf", "1.1.0", {}, { scripts: { install: "touch ran" } })] },
      async ({ where, registry }) => {
        const { answer } = await infoIn(where, "npm:leaf", "--version", "1.0.0");
        expect(answer).toMatchObject({ name: "leaf", version: "1.0.0", from: "fetched", skills: [{ name: "leaf", installed: [] }] });
        expect(answer.plugin).toMatchObject({ state: "dormant", change: "use npm:leaf --global" });
        const downloads = registry.downloaded().length;
        expect((await infoIn(where, "npm:leaf", "--version", "1.0.0")).answer).toEqual(answer);
        expect(registry.downloaded()).toHaveLength(downloads);
        expect((await infoIn(where, "npm:leaf")).answer.version).toBe("1.0.0");
        expect((await infoIn(where, "npm:leaf", "--update", "check")).answer.version).toBe("1.1.0");
      },
    );
  });

  test.runIf(isAtLeast("sample"))("in the locked version, compared with the lock file's checksum", async () => {
    await withNpm({ packages }, async ({ at, where, registry }) => {
      const lock = (integrity: string) =>
        JSON.stringify({
          name: "web",
          lockfileVersion: 3,
          packages: {
            "": { name: "web", dependencies: { leaf: "^1" } },
            "node_modules/leaf": { version: "1.0.0", resolved: `${registry.address}leaf/-/leaf-1.0.0.tgz`, integrity },
          },
        });
      write(at("project/package.json"), '{ "name": "web", "dependencies": { "leaf": "^1" } }');
      write(at("project/package-lock.json"), lock(integrityOf(Buffer.from("another"))));
      const { error } = await infoIn(where, "leaf");
      expect(error).toMatchObject({ code: "NOT-FETCHED", message: expect.stringContaining("`leaf` 1.0.0") as string });
      write(at("project/package-lock.json"), lock(packages.find(({ version }) => version === "1.0.0")!.integrity));
      expect((await infoIn(where, "leaf")).answer).toMatchObject({ version: "1.0.0", from: "fetched" });
    });
  });

  test("PL-32 not for an agent; what the user fetched before it may read", async () => {
    await withNpm({ packages }, async ({ where, registry }) => {
      const agent = { ...where, env: { ...where.env, CLAUDECODE: "1" } };
      expect((await infoIn(agent, "npm:leaf")).error).toMatchObject({ code: "NOT-FETCHED" });
      expect(registry.asked).toEqual([]);
      await infoIn(where, "npm:leaf");
      expect((await infoIn(agent, "npm:leaf")).answer).toMatchObject({ version: "1.1.0" });
    });
  });

  test.runIf(isAtLeast("sample"))("PL-32 the repository names neither the registry nor the program", async () => {
    await withNpm({ packages }, async ({ at, where, registry }) => {
      await withNpm({ packages }, async ({ registry: theirs }) => {
        write(at("project/package.json"), '{ "name": "web" }');
        write(at("project/.npmrc"), `registry=${theirs.address}\n`);
        expect((await infoIn(where, "leaf")).answer).toMatchObject({ version: "1.1.0" });
        expect(theirs.asked).toEqual([]);
        expect(registry.downloaded()).toHaveLength(1);
      });
    });
  });

  test.runIf(isAtLeast("sample"))("a missing package is an error with npm's reason", async () => {
    await withNpm({ packages }, async ({ where }) => {
      expect((await infoIn(where, "npm:nothing-here")).error).toMatchObject({
        code: "NOT-FETCHED",
        message: expect.stringContaining("`nothing-here`") as string,
      });
    });
  });
});

test.skipIf(!hasCargo())("PG-18 Cargo fetches a crate, and fetches it again after it was removed", async () => {
  await withCargo({}, async ({ where }) => {
    const { answer } = await infoIn(where, "cargo:leaf", "--version", "0.2");
    expect(answer).toMatchObject({ name: "leaf", version: "0.2.0", plugin: { state: "none" } });
    rmSync(answer.source, { recursive: true });
    expect((await infoIn(where, "cargo:leaf", "--version", "0.2")).answer).toEqual(answer);
    expect((await infoIn(where, "cargo:leaf", "--version", "99")).error).toMatchObject({ code: "NOT-FETCHED" });
  });
});

// Fetching a wheel has tests of its own, and pip takes seconds.
test.skipIf(!isAtLeast("all") || !hasPip())("PG-18 pip fetches a wheel", async () => {
  await withIndex({ files: [wheel("widget", "1.2.0", { "widget/skills/knit/SKILL.md": skillText("knit") })] }, async ({ where }) => {
    expect((await infoIn(where, "pypi:widget")).answer).toMatchObject({ name: "widget", version: "1.2.0", from: "fetched" });
  });
});

test.skipIf(!hasGo())("PG-18 Go fetches a module", async () => {
  await using there = await machine();
  const { answer, error } = await infoIn(there.where, "go:example.test/leaf");
  expect(error).toBeUndefined();
  expect(answer).toMatchObject({ ecosystem: "go", name: "example.test/leaf", version: "v1.1.0" });
});
