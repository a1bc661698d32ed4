import { dirname } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { isFresh } from "../../../src/host/stamp.ts";
import { readRoot } from "../../../src/packages/npm/read-root.ts";
import { json, listed, packageLock, plain, rootOf, surroundingsIn } from "./surroundings.ts";

describe("PL-12 the root", () => {
  const TREE = {
    "package.json": json({ name: "top", workspaces: ["packages/*", "!packages/out", "tools/{one,two}", "deep/**"] }),
    "packages/a/package.json": json({ name: "a", version: "1.0.0" }),
    "packages/out/package.json": json({ name: "out" }),
    "packages/.hidden/package.json": json({ name: "hidden" }),
    "tools/two/package.json": json({ name: "two" }),
    "tools/three/package.json": json({ name: "three" }),
    "deep/er/still/package.json": json({ name: "still" }),
    "deep/node_modules/x/package.json": json({ name: "x" }),
    "elsewhere/package.json": json({ name: "elsewhere" }),
  };

  test.each([
    ["packages/a", "."],
    ["tools/two", "."],
    ["deep/er/still", "."],
    ["packages/out", "packages/out"],
    ["tools/three", "tools/three"],
    ["elsewhere", "elsewhere"],
  ])("of %s is %s", async (start, root) => {
    await using fixture = await createFixture(TREE);
    expect(rootOf(fixture.getPath(start), fixture.path).folder).toBe(plain(fixture.getPath(root)));
  });

  test("lists its members, its own package included", async () => {
    await using fixture = await createFixture(TREE);
    expect(
      rootOf(fixture.path)
        .members.map(({ name }) => name)
        .sort(),
    ).toEqual(["a", "still", "top", "two"]);
  });

  test("is read again when a folder appears whose members a pattern names", async () => {
    await using fixture = await createFixture({ "package.json": json({ name: "top", workspaces: ["packages/*"] }) });
    const { watched } = rootOf(fixture.path);
    expect(watched.filter((one) => !isFresh(one))).toEqual([]);
    await fixture.mkdir("packages");
    expect(watched.filter((one) => !isFresh(one)).map(([path]) => path)).toEqual([fixture.getPath("packages")]);
  });

  test("is not a package that is installed", async () => {
    await using fixture = await createFixture({ "node_modules/x/package.json": json({ name: "x" }) });
    expect(readRoot(fixture.getPath("node_modules/x"), surroundingsIn(fixture.path, plain(fixture.path)))).toBeUndefined();
    expect(readRoot(plain(fixture.path), surroundingsIn(fixture.path))).toBeUndefined();
  });

  test("of pnpm's workspaces takes the negative patterns last, and its own file before package.json", async () => {
    await using fixture = await createFixture({
      "package.json": json({ name: "top", workspaces: ["other/*"] }),
      "pnpm-workspace.yaml": '# comment\npackages:\n- "!**/test/**" # not these\n- packages/**\nonlyBuiltDependencies:\n  - x\n',
      "packages/a/package.json": json({ name: "a" }),
      "packages/a/test/x/package.json": json({ name: "in-test" }),
      "other/b/package.json": json({ name: "b" }),
    });
    expect(
      rootOf(fixture.path)
        .members.map(({ name }) => name)
        .sort(),
    ).toEqual(["a", "top"]);
    expect(rootOf(fixture.getPath("packages/a"), fixture.path).folder).toBe(plain(fixture.path));
  });

  test("in the home folder does not claim what is below it", async () => {
    await using fixture = await createFixture({
      "home/package.json": json({ workspaces: ["**"] }),
      "home/work/app/package.json": json({ name: "app" }),
    });
    const root = readRoot(fixture.getPath("home/work/app"), { ...surroundingsIn(plain(fixture.path)) });
    expect(root?.folder).toBe(fixture.getPath("home/work/app"));
  });
});

describe("PL-12 without a lock file", () => {
  test("installed packages have versions, others requirements, and the package's own name counts", async () => {
    await using fixture = await createFixture({
      "package.json": json({
        name: "top",
        workspaces: ["a"],
        dependencies: {
          mine: "npm:real@^1",
          missing: "^2.0.0",
          tagged: "latest",
          "from-git": "user/repository",
          alias: "npm:@scope/other@~1.2",
        },
        peerDependencies: { "optional-peer": "*", "wanted-peer": ">=1" },
        peerDependenciesMeta: { "optional-peer": { optional: true } },
      }),
      "a/package.json": json({
        name: "a",
        version: "1.0.0",
        devDependencies: { leaf: "*", top: "*" },
        optionalDependencies: { "@s/x": "1" },
      }),
      "node_modules/mine/package.json": json({ name: "real", version: "1.5.0" }),
      "node_modules/leaf/package.json": json({ name: "leaf", version: "1.0.0" }),
      "node_modules/@s/x/package.json": json({ name: "@s/x", version: "1.0.0" }),
      "a/node_modules/leaf/package.json": json({ name: "leaf", version: "2.0.0" }),
    });
    const root = rootOf(fixture.path);
    expect(listed(root)).toEqual([
      "@s/x 1.0.0",
      "@scope/other (~1.2)",
      "from-git ()",
      "leaf 2.0.0",
      "missing (^2.0.0)",
      "real 1.5.0",
      "tagged ()",
      "wanted-peer (>=1)",
    ]);
    const folders = Object.fromEntries(root.dependencies.map(({ name, origin }) => [name, origin.folder]));
    expect(folders).toMatchObject({ real: fixture.getPath("node_modules/mine"), leaf: fixture.getPath("a/node_modules/leaf") });
    expect(root.dependencies.find(({ name }) => name === "from-git")?.origin).toEqual({ kind: "git", address: "github:user/repository" });
    expect(root).toMatchObject({ isUnlocked: true, problems: [] });
  });

  test("catalogs say the requirement", async () => {
    await using fixture = await createFixture({
      "package.json": json({ name: "top", dependencies: { leaf: "catalog:", other: "catalog:next", gone: "catalog:none" } }),
      "pnpm-workspace.yaml": "catalog: { leaf: ^1.0.0 }\ncatalogs:\n  next:\n    other: 'npm:real@2'\n",
    });
    expect(listed(rootOf(fixture.path))).toEqual(["gone ()", "leaf (^1.0.0)", "real (2)"]);
  });

  test("folders have their own name and version; members and what they are linked to do not count", async () => {
    await using fixture = await createFixture({
      "package.json": json({ workspaces: ["a"], dependencies: { x: "file:./x", y: "link:y", a: "workspace:^", z: "./gone" } }),
      "a/package.json": json({ name: "a" }),
      "x/package.json": json({ name: "own-name", version: "3.0.0" }),
      "y/package.json": json({ version: "4.0.0" }),
    });
    const root = rootOf(fixture.path);
    expect(listed(root)).toEqual(["own-name 3.0.0", "y 4.0.0", "z ()"]);
    expect(root.dependencies[0]?.origin).toEqual({ kind: "path", folder: fixture.getPath("x") });
  });
});

describe("PL-12 with a lock file", () => {
  test("a dependency goes with its line, and a new line has no version that is there for another reason", async () => {
    await using fixture = await createFixture({
      "package.json": json({ dependencies: { kept: "^1", newer: "^2", present: "^1" } }),
      "package-lock.json": json({
        lockfileVersion: 3,
        packages: {
          "": { dependencies: { kept: "^1", removed: "1" } },
          "node_modules/kept": { version: "1.0.0" },
          "node_modules/newer": { version: "1.0.0" },
          "node_modules/present": { version: "1.3.0" },
          "node_modules/removed": { version: "1.0.0" },
        },
      }),
    });
    expect(listed(rootOf(fixture.path))).toEqual(["kept 1.0.0", "newer (^2)", "present 1.3.0"]);
  });

  test("what an override replaced is what counts", async () => {
    const lock = json({
      lockfileVersion: 3,
      packages: { "": { dependencies: { leaf: "^2" } }, "node_modules/leaf": { version: "1.0.0" } },
    });
    await using fixture = await createFixture({
      "package.json": json({ dependencies: { leaf: "^2" }, overrides: { leaf: "1.0.0" } }),
      "package-lock.json": lock,
    });
    expect(listed(rootOf(fixture.path))).toEqual(["leaf 1.0.0"]);
  });
});

test("what changes the answer is among the stamps", async () => {
  await using fixture = await createFixture({
    "package.json": json({ workspaces: ["packages/*"], dependencies: { leaf: "1" } }),
    "package-lock.json": packageLock({ leaf: "1.0.0" }),
    "pnpm-workspace.yaml": "packages: ['packages/*']\n",
    "packages/a/package.json": json({ name: "a" }),
    "node_modules/.package-lock.json": "{}",
  });
  const changes = {
    checked: ["package.json", "package-lock.json", "pnpm-workspace.yaml"],
    watched: ["packages/a/package.json", "packages/b/package.json", "yarn.lock", "bun.lock", "node_modules/.package-lock.json"],
  };
  for (const [list, files] of Object.entries(changes) as [keyof typeof changes, string[]][]) {
    for (const file of files) {
      const before = rootOf(fixture.path)[list];
      if (file.startsWith("packages/b")) await fixture.mkdir("packages/b");
      const present = (await fixture.exists(file)) ? await fixture.readFile(file, "utf8") : "";
      await fixture.writeFile(file, `${present}\n`);
      expect(before.every(isFresh), file).toBe(false);
    }
  }
});

test("without a lock file each that may appear is checked, and what is installed", async () => {
  await using fixture = await createFixture({ "package.json": json({ dependencies: { leaf: "1" } }) });
  for (const file of ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "node_modules/leaf/package.json"]) {
    const before = rootOf(fixture.path).checked;
    await fixture.mkdir(dirname(file));
    await fixture.writeFile(file, "");
    expect(before.every(isFresh), file).toBe(false);
    await fixture.rm(file);
  }
});
