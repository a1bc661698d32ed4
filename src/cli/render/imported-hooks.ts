/** What `hooks import` did, as people see it. */

import type { ImportLoss } from "../../app/hooks/import-losses.ts";
import type { ImportResult } from "../../app/hooks/import.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { ConsentAnswer } from "../ask-consent.ts";
import type { Style } from "../report/reporter.ts";
import { listed } from "./listed.ts";
import { shortPath } from "./short-path.ts";

export interface ImportOptions {
  readonly style: Style;
  readonly home: string;
  readonly calledAs: string;
}

export function renderImport(result: ImportResult, state: ConsentAnswer | "waiting" | "dry-run", options: ImportOptions): string[] {
  const { style, home } = options;
  const { files, hooks, without, title } = result;
  const lines = [
    ...files.map((file) => `${style("strong", title)}  ${style("whole", shortPath(file, home))}`),
    ...hooks.flatMap(({ name, when = "", commands }) => [
      `  ${style("whole", name)}  ${style("faint", when)}`,
      ...commands.map((command) => `    ${command}`),
    ]),
    ...without.flatMap(({ event, command, reason, isGuard }) => [
      `  ${style(isGuard ? "bad" : "caution", isGuard ? "refused" : "left out")}  ${event}  ${command}`,
      `    ${reason}`,
    ]),
    ...agentLines(result),
  ];
  return [...lines, ...lastLines(result, state, options)];
}

function agentLines({ agents, hooks, title, lostByReaders, moves }: ImportResult): string[] {
  const runs = agents.filter((agent) => agent.hooks > 0);
  const own = agents.filter((agent) => agent.hooks < hooks.length);
  return [
    ...(agents.length === 0 ? ["no agent is configured yet: `symposium init` adds some"] : []),
    ...(agents.length > 0 && runs.length === 0 ? [`only ${title} and agents that read its files are configured`] : []),
    ...(runs.length === 0 ? [] : [`Symposium runs them on ${listed(runs.map((agent) => agent.title))}`]),
    ...runs.flatMap((agent) => agent.losses.map((loss) => `  ${agent.title} ${lossText(loss)}`)),
    ...lostByReaders.flatMap(({ title: reader, loses }) => [`  ${reader} loses ${loses}; \`--move\` keeps them`]),
    ...moves.map(({ moved }) => `they go out of ${moved.file}, and \`hooks remove\` puts them back`),
    ...(own.length === 0 ? [] : [`${listed(own.map((agent) => agent.title))} ${own.length === 1 ? "runs" : "run"} them without Symposium`]),
  ];
}

function lossText({ event, hooks, lost }: ImportLoss): string {
  const names = listed(hooks);
  switch (lost) {
    case "event":
      return `has no event ${event}, so ${names} ${hooks.length === 1 ? "does" : "do"} not run there`;
    case "block":
      return `cannot block at ${event} (${names})`;
    case "rewrite":
      return `cannot rewrite at ${event}, so it denies the call and says the wanted form (${names})`;
    case "context":
      return `takes no context (${names})`;
  }
}

function lastLines(
  { plugin, digest = "" }: ImportResult,
  state: ConsentAnswer | "waiting" | "dry-run",
  { style, calledAs }: ImportOptions,
): string[] {
  const accept = `${calledAs} trust accept ${quotedPath(plugin)}`;
  switch (state) {
    case "dry-run":
      return ["nothing was changed: this is a dry run"];
    case "accepted":
      return [style("good", `done: ${plugin}; \`${calledAs} hooks remove ${quotedPath(plugin)}\` takes it back`)];
    case "declined":
      return ["nothing was imported"];
    default:
      return [
        style("caution", `${plugin} waits for your consent, and nothing of it runs until then`),
        `at a terminal run \`${accept}\`; in a script, once you read the commands: \`${accept} --digest ${digest}\``,
      ];
  }
}
