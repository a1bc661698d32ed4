import { appendFileSync, rmSync, writeFileSync } from "node:fs";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { readConfig } from "../../src/files/config.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { workspaceAround } from "../../src/plugins/workspace-around.ts";
import { lockOf, pack } from "../support/cargo-workspace.ts";
import { createHome, type Home } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { hook, says, skillText } from "../support/plugin.ts";

const SHELL = capturedPayload("claude-code", "PreToolUse.shell");
const USED = '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["widget"]\n';

/** A project whose dependency brings a hook that denies, and is closed on failure. */
function project(config = USED, sources: FileTree = {}): Promise<Home> {
  return createHome(sources, {
    "config.toml": config,
    work: {
      ".git": { HEAD: "ref: refs/heads/main\n" },
      "Cargo.toml": pack("app", '[dependencies]\nwidget = { path = "widget" }\n'),
      "Cargo.lock": lockOf(["app", "0.1.0", ["widget"]], ["widget", "1.2.3", []]),
      widget: {
        "Cargo.toml": pack("widget", "", "1.2.3"),
        "SYMPOSIUM.toml": hook("deny", "PreToolUse", 'on-failure = "closed"\n'),
        "deny.sh": says({ decision: "deny", reason: "Not here." }),
        "skills/spin/SKILL.md": skillText("spin"),
      },
    },
  });
}

function agree(home: Home) {
  const { context, places } = home.services();
  const read = readConfig(places.config, () => undefined);
  if (!read.ok) throw new Error("no config");
  const workspace = workspaceAround(home.getPath("work"), { context, places });
  const { plugins } = loadPlugins({ config: read.config, places, workspace, context });
  const { subject } = plugins.find(({ consent }) => consent !== undefined)!.consent!;
  recordDecision({ places, now: context.now }, subject, { decision: "accepted", scope: "workspace", digest: snapshotOf(subject).digest });
}

/** What a shell call gets: the decision and the reason, or nothing. */
async function answer(home: Home): Promise<string> {
  const { stdout } = await home.call("claude", "PreToolUse", { ...SHELL, cwd: home.getPath("work") });
  if (stdout === "") return "";
  const output = (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
  return output?.["permissionDecision"] === undefined ? "" : `${output["permissionDecision"]}: ${output["permissionDecisionReason"]}`;
}

describe("PL-16 PL-17 the closed hook of a package", () => {
  test("runs nothing before the user agreed, and afterwards it runs", async () => {
    await using home = await project();
    expect(await answer(home)).toBe("");
    agree(home);
    expect(await answer(home)).toMatch(/^deny: .*Not here\./s);
  });

  test("F10 PL-28 a package that a source's plugin leads to runs its hook after consent, without `use`", async () => {
    await using home = await project("[defaults]\nsymposium-recommendations = false\n", {
      guide: { "SYMPOSIUM.toml": 'name = "guide"\ncrates = ["*"]\n[[plugins]]\nsource.cargo = "widget"\n' },
    });
    expect(await answer(home)).toBe("");
    agree(home);
    expect(await answer(home)).toMatch(/^deny: .*Not here\./s);
  });

  test.each<readonly [string, (at: (path: string) => string) => void]>([
    ["its script changed", (at) => appendFileSync(at("work/widget/deny.sh"), "\n")],
    ["another file of the package changed", (at) => appendFileSync(at("work/widget/skills/spin/SKILL.md"), "\n")],
    ["its manifest is missing", (at) => rmSync(at("work/widget/SYMPOSIUM.toml"))],
    ["its manifest is broken", (at) => writeFileSync(at("work/widget/SYMPOSIUM.toml"), "= broken")],
    [
      "all it brought is missing",
      (at) => ["SYMPOSIUM.toml", "skills"].forEach((name) => rmSync(at(`work/widget/${name}`), { recursive: true })),
    ],
  ])("denies while %s", async (_, change) => {
    await using home = await project();
    agree(home);
    await answer(home);
    change((path) => home.getPath(path));
    const refused = await answer(home);
    expect(refused).toMatch(/^deny: /);
    expect(refused).not.toContain("Not here.");
  });

  test.each<readonly [string, (at: (path: string) => string) => void]>([
    ["the user no longer uses it", (at) => writeFileSync(at("config.toml"), USED.replace('"widget"', ""))],
    ["the user disabled it", (at) => appendFileSync(at("config.toml"), 'disable = ["widget"]\n')],
    [
      "the project no longer depends on it",
      (at) => {
        writeFileSync(at("config.toml"), USED.replace("use =", "auto-enable ="));
        writeFileSync(at("work/Cargo.toml"), pack("app"));
        writeFileSync(at("work/Cargo.lock"), lockOf(["app", "0.1.0", []]));
      },
    ],
  ])("is gone when %s", async (_, change) => {
    await using home = await project();
    agree(home);
    await answer(home);
    change((path) => home.getPath(path));
    expect(await answer(home)).toBe("");
  });
});
