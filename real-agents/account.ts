/** The short account of a failed case: what the model asked for, what hooks saw, what they answered, what the agent did. */

import { join } from "node:path";

import type { Played } from "./play.ts";
import { read } from "./sandbox.ts";

export function accountOf({ run, claims, hooks }: Played): string {
  const order = JSON.parse(read(join(run.root, "order.json"))) as {
    script: { steps: readonly { calls?: readonly unknown[]; say?: string }[] };
  };
  const handled = hooks.flatMap((hook) => section(hook, read(join(run.root, `handled-${hook}.jsonl`))));
  const answers = section("", read(join(run.root, "trace.jsonl")));
  return [
    ...claims.filter(([, holds]) => !holds).map(([sentence]) => `  not so: ${sentence}`),
    "  the model asked for:",
    ...order.script.steps.map(({ calls, say }) => `    ${cut(JSON.stringify(calls ?? say))}`),
    "  handlers were given:",
    ...(handled.length === 0 ? ["    nothing"] : handled),
    "  our programme was given and answered:",
    ...(answers.length === 0 ? ["    nothing was recorded"] : answers),
    `  the agent: exit ${run.exit}${run.timedOut ? ", had to be stopped" : ""}${run.error === undefined ? "" : `, ${run.error}`}, ${run.requests.length} requests, ${run.ms} ms`,
    `    stdout …${cut(run.stdout.slice(-300))}`,
    `    stderr …${cut(run.stderr.slice(-300))}`,
    `  everything is in ${run.root}`,
  ].join("\n");
}

function section(title: string, text: string): string[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => `    ${title === "" ? "" : `${title}: `}${cut(line)}`);
}

function cut(text: string): string {
  const flat = text.replaceAll("\n", " ");
  return flat.length > 400 ? `${flat.slice(0, 400)}…` : flat;
}
