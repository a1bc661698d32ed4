/** Links above a package, missing packages and decisions for every workspace: a consent counts only where and for what it was given. */

import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { answer, CLOSED, decideSettled, DENY, packageHome, repositoryHome, subjectIn } from "../support/consented.ts";
import { createHome, type Home } from "../support/home.ts";
import { hook } from "../support/plugin.ts";

const DENIED = expect.stringMatching(/^deny: .*Not here\./s);
const OTHER = DENY.replace("Not here", "Other bytes");

describe("PL-17 a folder above the covered files", () => {
  test("a package that is a link to another folder, whose manifest has the same inode", async () => {
    await using home = await packageHome("");
    const at = (path: string) => home.getPath(`work/${path}`);
    renameSync(at("widget"), at("one"));
    symlinkSync("one", at("widget"));
    mkdirSync(at("two"));
    for (const name of ["SYMPOSIUM.toml", "Cargo.toml"]) linkSync(at(`one/${name}`), at(`two/${name}`));
    writeFileSync(at("two/deny.sh"), OTHER);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    unlinkSync(at("widget"));
    symlinkSync("two", at("widget"));
    expect(await answer(home)).toBe("");
  });

  test("the folder above the package", async () => {
    await using home = await packageHome("");
    const at = (path: string) => home.getPath(`work/${path}`);
    mkdirSync(at("v1"));
    renameSync(at("widget"), at("v1/widget"));
    mkdirSync(at("v2/widget"), { recursive: true });
    symlinkSync("v1", at("deps"));
    writeFileSync(
      at("Cargo.toml"),
      '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "deps/widget" }\n[workspace]\nexclude = ["deps", "v1", "v2"]\n',
    );
    for (const name of ["SYMPOSIUM.toml", "Cargo.toml"]) linkSync(at(`v1/widget/${name}`), at(`v2/widget/${name}`));
    writeFileSync(at("v2/widget/deny.sh"), OTHER);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    unlinkSync(at("deps"));
    symlinkSync("v2", at("deps"));
    expect(await answer(home)).toBe("");
  });
});

describe("PL-26 a consent to a repository's own plugin", () => {
  test("counts in a subfolder that becomes a workspace of its own, and a closed hook denies there", async () => {
    await using home = await repositoryHome();
    mkdirSync(home.getPath("work/deep"));
    await decideSettled(home, "accepted");
    expect(await answer(home, "work/deep")).toEqual(DENIED);
    writeFileSync(home.getPath("work/deep/Cargo.toml"), '[package]\nname = "deep"\nversion = "0.1.0"\n');
    expect(await answer(home, "work/deep")).toEqual(DENIED);
    rmSync(home.getPath("work/SYMPOSIUM.toml"));
    expect(await answer(home, "work/deep")).toMatch(/^deny/);
  });
});

describe("PL-17 a consented closed hook denies", () => {
  test("where changed bytes name themselves like a plugin that the user disabled, and not where the user disabled it", async () => {
    await using home = await repositoryHome();
    writeFileSync(home.getPath("config.toml"), '[plugins]\ndisable = ["noise"]\n');
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/SYMPOSIUM.toml"), 'name = "noise"\n');
    expect(await answer(home)).toMatch(/^deny/);
    writeFileSync(home.getPath("config.toml"), '[plugins]\ndisable = ["house-rules"]\n');
    expect(await answer(home)).toBe("");
  });

  test("where its package becomes a member of the workspace", async () => {
    await using home = await packageHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(
      home.getPath("work/Cargo.toml"),
      '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n[workspace]\nmembers = ["widget"]\n',
    );
    expect(await answer(home)).toMatch(/^deny/);
  });
});

describe("PL-17 a consent that counts everywhere", () => {
  test("is refused for a command that runs what each repository contains", async () => {
    const open = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = { executable = "sh", args = ["./deny.sh"] }\n';
    await using home = await packageHome("", { "SYMPOSIUM.toml": `name = "widget"\n${open}` });
    const { subject, ...where } = subjectIn(home);
    const { digest } = snapshotOf(subject);
    expect(() => recordDecision(where, subject, { decision: "accepted", scope: "everywhere", digest })).toThrow("sh ./deny.sh");
    expect(() => recordDecision(where, subject, { decision: "accepted", scope: "workspace", digest })).not.toThrow();
  });

  test("is possible for a script of the package", async () => {
    await using home = await packageHome();
    const { subject, ...where } = subjectIn(home);
    const { digest } = snapshotOf(subject);
    expect(recordDecision(where, subject, { decision: "accepted", scope: "everywhere", digest }).scope).toBe("everywhere");
  });
});

describe("PL-17 an unreadable package", () => {
  test("is no reason to deny for a package that was accepted in other workspaces", async () => {
    await using home = await packageHome();
    const { subject, ...where } = subjectIn(home);
    recordDecision(where, subject, { decision: "accepted", scope: "everywhere", digest: snapshotOf(subject).digest });
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("config.toml"), '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["cargo:absent"]\n');
    mkdirSync(home.getPath("elsewhere/.git"), { recursive: true });
    writeFileSync(home.getPath("elsewhere/Cargo.toml"), '[package]\nname = "other"\nversion = "0.1.0"\n');
    writeFileSync(home.getPath("elsewhere/Cargo.lock"), "version = 4\n");
    expect(await answer(home, "elsewhere")).toBe("");
  });
});

const REGISTRY = ".cargo/registry/src/registry.example-0123456789abcdef";

/** A project that does not depend on `widget`, which the user enabled by name. */
function usedHome(): Promise<Home> {
  return createHome(
    {},
    {
      "config.toml": '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["cargo:widget"]\n',
      work: { ".git": { HEAD: "" }, "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n', "Cargo.lock": "version = 4\n" },
      [REGISTRY]: {
        "widget-1.0.0": {
          "Cargo.toml": '[package]\nname = "widget"\nversion = "1.0.0"\n',
          "SYMPOSIUM.toml": `name = "widget"\n${hook("deny", "PreToolUse", CLOSED)}`,
          "deny.sh": DENY,
        },
      },
    },
  );
}

describe("PL-17 a consented closed hook of a package that the user enabled by name", () => {
  test("denies while the package is missing", async () => {
    await using home = await usedHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    rmSync(home.getPath(`${REGISTRY}/widget-1.0.0`), { recursive: true });
    for (let call = 0; call < 2; call++) expect(await answer(home)).toMatch(/^deny/);
  });

  test.each(["cargo:widget", "widget"])("denies where a repository's own plugin takes its name (%s)", async (name) => {
    await using home = await usedHome();
    writeFileSync(home.getPath("config.toml"), `[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["${name}"]\n`);
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("work/SYMPOSIUM.toml"), 'name = "widget"\n');
    utimesSync(home.getPath("config.toml"), 1, 1);
    expect(await answer(home)).toMatch(/^deny/);
  });

  test("denies nothing after the user no longer enables it", async () => {
    await using home = await usedHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("config.toml"), "[defaults]\nsymposium-recommendations = false\n");
    expect(await answer(home)).toBe("");
  });
});

describe("PL-17 a dependency that the user no longer enables", () => {
  test("denies nothing", async () => {
    await using home = await packageHome();
    await decideSettled(home, "accepted");
    expect(await answer(home)).toEqual(DENIED);
    writeFileSync(home.getPath("config.toml"), "[defaults]\nsymposium-recommendations = false\n");
    expect(await answer(home)).toBe("");
  });
});
