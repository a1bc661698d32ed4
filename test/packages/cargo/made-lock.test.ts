import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { makeLocks } from "../../../src/packages/cargo/made-lock.ts";
import { readCargoRoot } from "../../../src/packages/cargo/read-root.ts";
import type { RootSurroundings, WorkspaceRoot } from "../../../src/packages/ecosystem.ts";
import { CASES, fetchOnce, hasCargo, withRealCargo, write } from "./real-cargo.ts";

function surroundings(folder: string, env: RootSurroundings["env"], repository: string | null = null): RootSurroundings {
  return { env, repository, home: folder, os: "linux", madeLock: (root) => join(folder, "made", root.replaceAll(/[^a-z]/g, "-")) };
}

function read(folder: string, where: RootSurroundings): WorkspaceRoot {
  const root = readCargoRoot(folder, where);
  if (root === undefined) throw new Error("no root");
  return root;
}

/** Everything that is there, whatever git would ignore. */
function everything(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}

describe.skipIf(!hasCargo())("with the real Cargo", () => {
  test("PL-11 without a lock file the versions come from a copy, and nothing is written into the workspace", async () => {
    await using fixture = await createFixture({});
    await withRealCargo(fixture.path, async ({ tree, env }) => {
      // Not those with configuration of their own, which is left out, nor those with branches or replacements, of which Cargo knows less without the network.
      for (const name of ["globs", "patched"]) {
        const where = surroundings(fixture.path, env, tree(name));
        const folder = join(tree(name), CASES[name] ?? "");
        const locked = read(folder, where);
        // The user has built it once, so that Cargo knows the packages.
        await fetchOnce(folder, env);
        rmSync(join(locked.folder, "Cargo.lock"));
        const before = everything(tree(name));
        const unlocked = read(folder, where);
        expect(unlocked.isUnlocked, name).toBe(true);
        expect(await makeLocks([unlocked], where), name).toEqual([]);
        const made = read(folder, where);
        expect(made.isUnlocked, name).toBe(false);
        const named = ({ dependencies }: WorkspaceRoot) =>
          dependencies.map((one) => `${one.name} ${one.version} ${one.origin.folder}`).sort();
        expect(named(made), name).toEqual(named(locked));
        expect(everything(tree(name)), name).toEqual(before);
      }
      expect(readdirSync(fixture.getPath("made")).filter((name) => name.startsWith("."))).toEqual([]);
    });
  });

  test("PL-11 a made lock file counts until a manifest changes", async () => {
    await using fixture = await createFixture({});
    await withRealCargo(fixture.path, async ({ env }) => {
      const where = surroundings(fixture.path, env);
      const folder = fixture.getPath("app");
      const manifest = '[package]\nname = "app"\nversion = "0.1.0"\n\n[[bin]]\nname = "other"\n\n[dependencies]\nleaf = "1"\n';
      write(join(folder, "Cargo.toml"), `${manifest}alpha = "0.1"\n`);
      write(join(folder, "src", "lib.rs"), "");
      write(join(folder, "src", "bin", "other.rs"), "");
      await fetchOnce(folder, env);
      rmSync(join(folder, "Cargo.lock"));
      write(join(folder, "Cargo.toml"), manifest);
      expect(await makeLocks([read(folder, where)], where)).toEqual([]);
      expect(read(folder, where).dependencies[0]?.version).toBe("1.1.0");
      write(join(folder, "Cargo.toml"), `${manifest}alpha = "0.1"\n`);
      expect(read(folder, where)).toMatchObject({ isUnlocked: true, dependencies: [{ name: "leaf" }, { name: "alpha" }] });
      write(join(folder, "Cargo.toml"), manifest);
      expect(read(folder, where).isUnlocked).toBe(false);
    });
  });

  test("what a repository configures to run does not", async () => {
    await using fixture = await createFixture({});
    await withRealCargo(fixture.path, async ({ env }) => {
      const where = surroundings(fixture.path, env);
      const folder = fixture.getPath("app");
      const trap = join(folder, "trap.sh");
      write(
        join(folder, "Cargo.toml"),
        '[package]\nname = "app"\nversion = "0.1.0"\nrust-version = "1.60"\n\n[dependencies]\nleaf = "1"\n',
      );
      write(join(folder, "src", "lib.rs"), "");
      write(join(folder, "src", "bin", "other.rs"), "");
      await fetchOnce(folder, env);
      rmSync(join(folder, "Cargo.lock"));
      write(trap, `#!/bin/sh\ntouch "${join(folder, "sprung")}"\nexit 1\n`);
      chmodSync(trap, 0o755);
      const config = `[build]\nrustc = "${trap}"\nrustc-wrapper = "${trap}"\n\n[registry]\nglobal-credential-providers = ["${trap}"]\n\n[env]\nRUSTC = "${trap}"\n`;
      write(join(folder, ".cargo", "config.toml"), `${config}\n[resolver]\nincompatible-rust-versions = "fallback"\n`);
      write(join(folder, "rust-toolchain.toml"), `[toolchain]\npath = "${folder}"\n`);
      expect(await makeLocks([read(folder, where)], where)).toEqual([]);
      expect(everything(folder)).not.toContain("sprung");
    });
  });
});

test("PL-11 without cargo the versions are unknown, and that is reported", async () => {
  await using fixture = await createFixture({ app: { "Cargo.toml": '[package]\nname = "app"\n\n[dependencies]\nleaf = "1"\n' }, bin: {} });
  const where = surroundings(fixture.path, { PATH: fixture.getPath("bin") });
  const problems = await makeLocks([read(fixture.getPath("app"), where)], where);
  expect(problems).toMatchObject([{ severity: "warning", file: fixture.getPath("app/Cargo.toml") }]);
  expect(problems[0]?.message).toContain("cargo was not found");
});

test("PL-11 where cargo fails its own words are given, and nothing is left behind", async () => {
  await using fixture = await createFixture({ app: { "Cargo.toml": '[package]\nname = "app"\n\n[dependencies]\nleaf = "1"\n' } });
  write(fixture.getPath("bin/cargo"), '#!/bin/sh\necho "error: the moon is full" >&2\nexit 101\n');
  chmodSync(fixture.getPath("bin/cargo"), 0o755);
  const where = surroundings(fixture.path, { PATH: `${fixture.getPath("bin")}:/usr/bin:/bin` });
  const problems = await makeLocks([read(fixture.getPath("app"), where)], where);
  expect(problems[0]?.message).toContain('cargo failed: "error: the moon is full"');
  expect(readdirSync(fixture.getPath("made"))).toEqual([]);
});
