/** A home with a project whose own plugin, or whose dependency's, needs consent; decisions on it, and what a hook call then gets. */

import { setTimeout } from "node:timers/promises";

import type { FileTree } from "fs-fixture";

import { recordDecision } from "../../src/consent/decide.ts";
import { snapshotOf } from "../../src/consent/snapshot.ts";
import { readConfig } from "../../src/files/config.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { workspaceAround } from "../../src/plugins/workspace-around.ts";
import { createHome, type Home } from "./home.ts";
import { capturedPayload } from "./payloads.ts";
import { hook, says } from "./plugin.ts";

export const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

export const CLOSED = 'on-failure = "closed"\n';

export const DENY = says({ decision: "deny", reason: "Not here." });

/** A repository with a plugin of its own, whose hook denies. */
export function repositoryHome(more = CLOSED, files: FileTree = {}): Promise<Home> {
  return createHome(
    {},
    {
      work: {
        ".git": { HEAD: "ref: refs/heads/main\n" },
        "SYMPOSIUM.toml": `name = "house-rules"\nfiles = ["lib/**"]\n${hook("deny", "PreToolUse", more)}`,
        "deny.sh": DENY,
        lib: { "words.sh": "" },
        ...files,
      },
    },
  );
}

/** A project with a path dependency `widget` that the user enabled, whose hook denies. */
export function packageHome(more = CLOSED, files: FileTree = {}): Promise<Home> {
  return createHome(
    {},
    {
      "config.toml": '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["widget"]\n',
      work: {
        ".git": { HEAD: "ref: refs/heads/main\n" },
        "Cargo.toml":
          '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\n[workspace]\nexclude = ["widget"]\n',
        "Cargo.lock":
          'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n[[package]]\nname = "widget"\nversion = "1.0.0"\n',
        widget: {
          "Cargo.toml": '[package]\nname = "widget"\nversion = "1.0.0"\n',
          "SYMPOSIUM.toml": `name = "widget"\n${hook("deny", "PreToolUse", more)}`,
          "deny.sh": DENY,
          ...files,
        },
      },
    },
  );
}

export function subjectIn(home: Home) {
  const { context, places } = home.services();
  const read = readConfig(places.config, () => undefined);
  if (!read.ok) throw new Error("no config");
  const workspace = workspaceAround(home.getPath("work"), { context, places });
  const { plugins } = loadPlugins({ config: read.config, places, workspace, context });
  return { subject: plugins.find(({ consent }) => consent !== undefined)!.consent!.subject, places, now: context.now };
}

/** The stamp of a file that was just written is not trusted: it is hashed again, which would hide that a call compares too little. */
export async function decideSettled(home: Home, decision: "accepted" | "declined") {
  await setTimeout(100);
  return decide(home, decision);
}

export function decide(home: Home, decision: "accepted" | "declined") {
  const { subject, ...where } = subjectIn(home);
  return recordDecision(where, subject, { decision, scope: "workspace", digest: snapshotOf(subject).digest });
}

/** What a shell call gets: the decision and the reason, or nothing. */
export async function answer(home: Home, folder = "work", { agent = "claude", payload = SHELL } = {}): Promise<string> {
  const { stdout } = await home.call(agent, "PreToolUse", { ...payload, cwd: home.getPath(folder) });
  if (stdout === "") return "";
  const output = (JSON.parse(stdout) as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
  return output?.["permissionDecision"] === undefined ? "" : `${output["permissionDecision"]}: ${output["permissionDecisionReason"]}`;
}
