/** Scripts that people wrote for Claude Code, unmodified: first on Claude Code itself without Symposium, then on the other agents (IX-15). */

import { join } from "node:path";

import { put } from "../sandbox.ts";
import { ended, initFor, reached, runsShell, toolBlocked, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";
import { shimFeedback } from "./shim-feedback.ts";
import { shimGuards, TOOLS } from "./shim-guards.ts";
import type { ClaudeScript, LostEffect } from "./shim-script.ts";
import { EXPLAINED, hookOf, imports, setUp, SOURCE, startedBy } from "./shim-set-up.ts";

export const CLAUDE_SCRIPTS: readonly ClaudeScript[] = [...shimGuards, ...shimFeedback];

const ofScripts: readonly Scenario[] = CLAUDE_SCRIPTS.map((script) => {
  const together = CLAUDE_SCRIPTS.filter(({ run }) => run === script.run);
  const names = together.map(({ name }) => name);
  return {
    name: scenarioOf(script),
    ability: abilityOf(script),
    group: "shim",
    shares: `shim-${script.run ?? "tools"}`,
    plugins: () => [],
    longer: 2,
    ...(script.run === undefined ? { mcp: TOOLS } : {}),
    ...(script.run === "permission" ? { permission: "ask" as const } : {}),
    registering: (recipe) => setUp(names, recipe),
    by: (recipe, folders) => startedBy(names, recipe, folders),
    steps: (recipe, folders) => together.flatMap(({ steps }) => steps?.(recipe, folders) ?? []),
    judge: (seen) => [...(script.run === undefined ? [ended(seen)] : []), ...judged(script, hookOf(script.name, names), seen)],
  };
});

/** In the project's own settings, which some agents read themselves. */
const once: Scenario = {
  name: "shim-once",
  ability: "a hook of the project's `.claude/settings.json` runs once",
  group: "shim",
  plugins: () => [],
  registering: (recipe) => setUp(["audit-log"], recipe, false),
  steps: runsShell,
  judge: (seen) => {
    const lines = seen.file(".claude/audit.log").split("\n");
    return [ended(seen), toolRan(seen), [`the script ran once (${lines.join(", ")})`, lines.length === 1 && lines[0] !== ""]];
  },
};

const REASON = "Commands that leave a marker are forbidden in this project.";

/** A guard that left Claude's file: each agent, Claude Code and the readers of its file too, gets its denial and its reason through Symposium. */
const moved: Scenario = {
  name: "shim-moved",
  ability: "a guard that `hooks import --move` took out of the project's `.claude/settings.json`",
  group: "shim",
  plugins: () => [],
  registering: ({ name }) => [
    {
      user: ({ folders: { project } }) => put(join(project, ".claude", "settings.json"), `${JSON.stringify({ hooks: GUARD }, null, 2)}\n`),
    },
    initFor([name]),
    ...imports("asked", () => ["--move"]),
    { ours: () => ["hooks", "import", "--from", SOURCE, "--move", "--json"], kept: "moved.json" },
  ],
  steps: runsShell,
  judge: (seen) => [
    ended(seen),
    toolBlocked(seen),
    reached(seen, REASON, 2),
    ["the hooks left the file", !seen.file(".claude/settings.json").includes("forbidden")],
    ["the guard ran once", seen.file(".claude/guarded.log") === "guarded"],
  ],
};

const COMMAND = `echo guarded >> .claude/guarded.log; echo '${REASON}' >&2; exit 2`;
const GUARD = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: COMMAND }] }] };

export const shim: readonly Scenario[] = [...ofScripts, once, moved];

export function scenarioOf({ name }: ClaudeScript): string {
  return `shim-${name}`;
}

export function abilityOf({ name, effect }: ClaudeScript): string {
  return `\`${name}\` ${effect}`;
}

function judged({ judge, lost = {} }: ClaudeScript, hook: string, seen: Seen): readonly Claim[] {
  const effect = Object.hasOwn(lost, seen.recipe.name) ? lost[seen.recipe.name] : undefined;
  return [
    ...(effect === undefined ? judge(seen) : [...effect.instead(seen), recorded(seen, hook, effect.loss)]),
    ...(seen.recipe.name === SOURCE ? [notOurs(seen)] : []),
  ];
}

/** The loss is in the trace of a call that ran the script; our command line tells of an event that the agent does not have. */
function recorded({ trace, left, recipe }: Seen, hook: string, loss: LostEffect["loss"]): Claim {
  const calls = trace.filter(({ ran }) => ran.some((one) => one.hook === hook));
  if (loss === "no-event")
    return [
      "our command line told that the agent has no such event",
      calls.length === 0 && left(EXPLAINED).includes(`${recipe.title} has no event`),
    ];
  const codes = new Set(calls.flatMap(({ losses, ran }) => [...losses, ...ran.flatMap((one) => one.losses ?? [])].map(({ code }) => code)));
  return [`the trace has the loss ${loss} (${[...codes].join(", ") || "none"})`, codes.has(loss)];
}

/** Claude Code runs them by itself. */
function notOurs({ trace }: Seen): Claim {
  return ["Symposium ran none of them", trace.every(({ ran }) => ran.length === 0)];
}
