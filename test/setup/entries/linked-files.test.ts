/** Dotfiles that are links into a folder of the user's stay links, and what they lead to is edited. */

import { existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { household } from "../../commands/command-line.ts";
import { ourEntries } from "./our-entries.ts";

const TEXT = '{\n  // from my dotfiles\n  "model": "opus"\n}';

describe.each([
  ["user", "global"],
  ["project", "project"],
] as const)("in the %s's scope", (scope, hookScope) => {
  const CASES: readonly { readonly name: string; readonly links: Readonly<Record<string, string>>; readonly target: string }[] = [
    { name: "a link to a file elsewhere", links: { ".claude/settings.json": "../dotfiles/claude.json" }, target: "dotfiles/claude.json" },
    {
      name: "a chain of links",
      links: { ".claude/settings.json": "../one.json", "one.json": "dotfiles/two.json", "dotfiles/two.json": "./three.json" },
      target: "dotfiles/three.json",
    },
    { name: "a linked folder", links: { ".claude": "dotfiles/claude" }, target: "dotfiles/claude/settings.json" },
    {
      name: "a linked folder with a link in it",
      links: { ".claude": "dotfiles/c", "dotfiles/c/settings.json": "../../s.json" },
      target: "s.json",
    },
  ];

  test.each(CASES)("RG-9, RG-12 $name", async ({ links, target }) => {
    await using house = await household();
    const root = scope === "user" ? house.home : house.project;
    makeLinks(root, links);
    mkdirSync(join(root, target, ".."), { recursive: true });
    writeFileSync(join(root, target), TEXT, { mode: 0o600 });

    expect(await house.run(["init", "--add-agent", "claude", "--hook-scope", hookScope])).toMatchObject({ exitCode: 0 });
    expectLinks(root, links);
    expect(ourEntries("claude-code", readFileSync(join(root, target), "utf8")).every(({ count }) => count === 1)).toBe(true);
    expect(lstatSync(join(root, target)).mode & 0o777).toBe(0o600);

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expectLinks(root, links);
    expect(readFileSync(join(root, target), "utf8")).toBe(TEXT);
  });

  test("RG-9, RG-12 a link that leads nowhere yet: the file is made and removed, the link stays", async () => {
    await using house = await household();
    const root = scope === "user" ? house.home : house.project;
    const links = { ".claude/settings.json": "../dotfiles/claude.json" };
    makeLinks(root, links);
    mkdirSync(join(root, "dotfiles"));

    expect(await house.run(["init", "--add-agent", "claude", "--hook-scope", hookScope])).toMatchObject({ exitCode: 0 });
    expectLinks(root, links);
    expect(lstatSync(join(root, "dotfiles/claude.json")).isFile()).toBe(true);

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expectLinks(root, links);
    expect(existsSync(join(root, "dotfiles/claude.json"))).toBe(false);
    expect(existsSync(join(root, "dotfiles"))).toBe(true);
  });

  test("RG-10 a link in a circle is left alone", async () => {
    await using house = await household();
    const root = scope === "user" ? house.home : house.project;
    const links = { ".claude/settings.json": "other.json", ".claude/other.json": "settings.json" };
    makeLinks(root, links);
    const { exitCode, stderr } = await house.run(["init", "--add-agent", "claude", "--hook-scope", hookScope]);
    expect(stderr).toContain("settings.json is a symbolic link that leads back to itself (ELOOP)\n");
    expect(exitCode).toBe(1);
    expectLinks(root, links);
  });
});

function makeLinks(root: string, links: Readonly<Record<string, string>>): void {
  for (const [path, target] of Object.entries(links)) {
    if (path === ".claude") mkdirSync(join(root, target), { recursive: true });
    mkdirSync(join(root, path, ".."), { recursive: true });
    symlinkSync(target, join(root, path));
  }
}

function expectLinks(root: string, links: Readonly<Record<string, string>>): void {
  const now = Object.fromEntries(Object.keys(links).map((path) => [path, readlinkSync(join(root, path))]));
  expect(now).toEqual(links);
}
