/** The short account of a failed case: what the model asked for, what hooks saw, what they answered, what the agent did. */

import { join } from "node:path";

import type { TraceLine } from "../src/hook/trace.ts";
import type { Played } from "./play.ts";
import { STARTS } from "./register.ts";
import { lines, read } from "./sandbox.ts";

/** A call of our program with its texts, as it writes them on request. */
interface FullCall {
  readonly event: string;
  readonly agent: string;
  readonly input: unknown;
  readonly output: unknown;
}

export function accountOf({ run, claims, hooks, registered }: Played): string {
  const order = JSON.parse(read(join(run.root, "order.json"))) as {
    script: { steps: readonly { calls?: readonly unknown[]; say?: string }[] };
  };
  const handled = hooks.flatMap((hook) =>
    read(join(run.root, `handled-${hook}.jsonl`))
      .split("\n")
      .filter(Boolean)
      .map((given) => `${hook}: ${given}`),
  );
  const ran = lines<TraceLine>(join(run.home, ".symposium", "trace", "trace.jsonl")).flatMap(endsOf);
  const calls = lines<FullCall>(join(run.root, "trace.jsonl")).map(callText);
  return [
    ...claims.filter(([, holds]) => !holds).map(([sentence]) => `  not so: ${sentence}`),
    ...section(
      "the model asked for",
      order.script.steps.map(({ calls: asked, say }) => JSON.stringify(asked ?? say)),
    ),
    ...section("our command line said", registered.said.split("\n").filter(Boolean)),
    ...section("our program was started for", read(join(run.root, STARTS)).split("\n").filter(Boolean)),
    ...section("handlers were given", handled),
    ...section("handlers ended", ran),
    ...section("our program answered", calls),
    `  the agent: exit ${run.exit}${run.timedOut ? ", had to be stopped" : ""}${run.error === undefined ? "" : `, ${run.error}`}, ${run.requests.length} requests, ${run.ms} ms`,
    `    stdout …${cut(run.stdout.slice(-300))}`,
    `    stderr …${cut(run.stderr.slice(-300))}`,
    `  everything is in ${run.root}`,
  ].join("\n");
}

function section(title: string, texts: readonly string[]): string[] {
  return [`  ${title}:`, ...(texts.length === 0 ? ["    nothing"] : texts.map((text) => `    ${cut(text, 600)}`))];
}

function endsOf({ ran, event, problems }: TraceLine): string[] {
  const ends = ran.map(
    ({ hook, exit, outcome, failure, losses }) => `${hook} at ${event.native}: ${JSON.stringify({ exit, outcome, failure, losses })}`,
  );
  return [...ends, ...problems];
}

function callText({ event, agent, input, output }: FullCall): string {
  return `${agent} ${event}: ${output === "" ? "nothing" : cut(JSON.stringify(output))} to ${cut(JSON.stringify(input), 150)}`;
}

function cut(text: string, length = 400): string {
  const flat = text.replaceAll("\n", " ");
  return flat.length > length ? `${flat.slice(0, length)}…` : flat;
}
