/** What hook scripts for Claude Code do on each agent, as Markdown, from the scenarios and their evidence. */

import { RECIPES } from "../real-agents/recipes/list.ts";
import { abilityOf, CLAUDE_SCRIPTS } from "../real-agents/scenarios/shim.ts";
import type { ClaudeScript, LostEffect } from "../real-agents/scenarios/shim-script.ts";
import { SOURCE } from "../real-agents/scenarios/shim-set-up.ts";
import { LOSSES } from "../src/model/outcome.ts";
import { hooksOf } from "../test/claude-scripts/fixtures.ts";
import { type Shown, type Verdict, verdictOf } from "./docs-evidence.ts";
import { code, table } from "./markdown.ts";

const FIXTURES = "../test/claude-scripts/fixtures";

const WORDS: Readonly<Record<Verdict["kind"], string>> = {
  works: "yes",
  older: "yes, earlier build",
  impossible: "no",
  failed: "failed",
  missing: "not run",
};

/** Claude Code first: it is the one that they were written for. */
const AGENTS = RECIPES.toSorted((one, other) => Number(other.name === SOURCE) - Number(one.name === SOURCE));

export function claudeScriptsTable(): string {
  const rows = CLAUDE_SCRIPTS.map((script) => [
    `[${script.name}](${FIXTURES}/${script.name})`,
    script.language,
    occasionOf(script.name),
    script.answer,
    script.effect,
  ]);
  return table(["script", "language", "event and matcher", "answer", "effect"], rows);
}

export function claudeEffectsTable(shown: Shown): string {
  const rows = CLAUDE_SCRIPTS.map((script) => [script.name, ...AGENTS.map(({ name }) => cell(script, name, shown))]);
  return table(["script", ...AGENTS.map(({ title }) => title)], rows);
}

export function claudeLossesTable(): string {
  const rows = CLAUDE_SCRIPTS.flatMap((script) =>
    AGENTS.flatMap(({ name, title }) => {
      const lost = lostOn(script, name);
      return lost === undefined ? [] : [[script.name, title, lostWords(lost, title)]];
    }),
  );
  return table(["script", "agent", "loss"], rows);
}

/** Where the effect is impossible, the scenario works when the loss is told. */
function cell(script: ClaudeScript, agent: string, shown: Shown): string {
  const { kind } = verdictOf(abilityOf(script), agent, shown);
  const words = WORDS[kind];
  return lostOn(script, agent) === undefined ? words : words.replace("yes", "loss");
}

function lostOn({ lost = {} }: ClaudeScript, agent: string): LostEffect | undefined {
  return Object.hasOwn(lost, agent) ? lost[agent] : undefined;
}

function lostWords({ loss }: LostEffect, title: string): string {
  return loss === "no-event" ? `${title} has no such event, so the script does not run` : `${code(loss)}: ${LOSSES[loss]}`;
}

function occasionOf(name: string): string {
  const occasions = Object.entries(hooksOf(name, "").hooks).flatMap(([event, groups]) =>
    groups.map(({ matcher }) => (matcher === undefined ? event : `${event} ${code(matcher)}`)),
  );
  return occasions.join(", ");
}
