import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { json, packageLock, rootOf } from "./surroundings.ts";

describe("PL-32 nothing outside the repository is read", () => {
  const BESIDE = ["a path", "an absolute path", "a lock file's folder", "an installed package that is a link"];
  const SECRET = json({ name: "secret", version: "6.6.6", dependencies: { hidden: "1" } });
  test.each<[title: string, tree: FileTree, links?: Record<string, string>]>([
    ["a member", { "package.json": json({ name: "a", workspaces: ["../outside"] }) }],
    ["a pattern", { "package.json": json({ name: "a", workspaces: ["../*", "../**", "/**"] }) }],
    ["a pattern from deep", { "package.json": json({ name: "a", workspaces: ["x/../../*"] }), x: {} }],
    ["a member that is a link", { "package.json": json({ name: "a", workspaces: ["parts/*"] }) }, { "parts/x": "outside" }],
    [
      "a manifest that is a link",
      { "package.json": json({ name: "a", workspaces: ["x"] }), "x/y": "" },
      { "x/package.json": "outside/package.json" },
    ],
    ["a path", { "package.json": json({ name: "a", dependencies: { b: "file:../outside" } }) }],
    ["an absolute path", { "package.json": json({ name: "a", dependencies: { b: "file:/etc" } }) }],
    ["a path through a link", { "package.json": json({ name: "a", dependencies: { b: "link:b" } }) }, { b: "outside" }],
    [
      "a lock file's folder",
      {
        "package.json": json({ name: "a", dependencies: { b: "*" } }),
        "package-lock.json": json({
          lockfileVersion: 3,
          packages: { "": { dependencies: { b: "*" } }, "node_modules/b": { resolved: "../outside", link: true } },
        }),
      },
    ],
    [
      "a lock file that is a link",
      { "package.json": json({ name: "a", dependencies: { b: "*" } }) },
      { "package-lock.json": "outside/package-lock.json" },
    ],
    ["pnpm's file that is a link", { "package.json": json({ name: "a" }) }, { "pnpm-workspace.yaml": "outside/pnpm-workspace.yaml" }],
    [
      "an installed package that is a link",
      { "package.json": json({ name: "a", dependencies: { b: "*" } }) },
      { "node_modules/b": "outside" },
    ],
  ])("%s", async (title, tree, links = {}) => {
    await using fixture = await createFixture({
      outside: { "package.json": SECRET, "package-lock.json": packageLock({ b: "6.6.6" }), "pnpm-workspace.yaml": "packages: ['*']\n" },
      clone: tree,
    });
    const clone = fixture.getPath("clone");
    for (const [place, target] of Object.entries(links)) {
      mkdirSync(dirname(`${clone}/${place}`), { recursive: true });
      symlinkSync(fixture.getPath(target), `${clone}/${place}`);
    }
    const root = rootOf(clone);
    const text = JSON.stringify([root.members, root.dependencies]);
    for (const word of ["secret", "6.6.6", "hidden"]) expect(text).not.toContain(word);
    // A path that says so, and a link of a package manager, is a folder beside the repository: it is named, and nothing more.
    const beside = BESIDE.includes(title) ? [title === "an absolute path" ? "/etc" : fixture.getPath("outside")] : [];
    expect(root.dependencies.flatMap(({ origin }) => origin.beside ?? [])).toEqual(beside);
    expect(root.dependencies.flatMap(({ origin }) => origin.folder ?? [])).toEqual([]);
    expect(root.watched.filter(([path]) => path.startsWith(fixture.getPath("outside")))).toEqual([]);
    if (!title.startsWith("a pattern"))
      expect(root.problems.filter(({ message }) => message.includes("outside"))).toHaveLength(1 - beside.length);
  });
});
