/** After `sync` at a terminal: asks about plugins that dependencies bring and that the user has not decided on (PL-16). */

import { isCancel, type Option, select } from "@clack/prompts";

import { decideCandidate } from "../app/plugins/decide-candidate.ts";
import { type Brought, showPlugin } from "../app/plugins/show-plugin.ts";
import { decide } from "../app/trust/decide.ts";
import { shownSubject } from "../app/trust/shown-subject.ts";
import { subjectsHere } from "../app/trust/subjects-here.ts";
import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import type { CliContext } from "./cli-context.ts";
import { renderSubject } from "./render/consent.ts";
import { counted } from "./render/counted.ts";

type Answer = "later" | "enabled" | "skills" | "declined";

/** Whether something was enabled. Without a terminal, and when an agent started this, nothing is asked: `sync` names them. */
export async function askCandidates(cli: CliContext): Promise<boolean> {
  const { terminal } = cli;
  if (terminal === undefined) return false;
  const { workspace, candidates, subjects, book } = subjectsHere(cli);
  if (workspace === null) return false;
  let isEnabled = false;
  for (const candidate of candidates ?? []) {
    const { name, version } = candidate;
    const found = subjects.find((one) => one.candidate === candidate);
    const shown = found && shownSubject(cli.places, book, found);
    const brings = bringsText((await showPlugin(cli, name)).find((one) => one.package?.name === name)?.brings);
    if (shown !== undefined)
      cli.report({ type: "preview", text: (style) => renderSubject(shown, { style, home: cli.context.home, isWhole: cli.verbose }) });
    const answer = await select<Answer>({
      ...terminal,
      message: printable(`Use the plugin of dependency ${name}${version === undefined ? "" : ` ${version}`}? It brings ${brings}.`),
      options: optionsFor(shown?.digest !== undefined),
      initialValue: "later",
    });
    if (isCancel(answer)) throw new UserError("CANCELLED", "nothing more was recorded", { exitCode: 130 });
    if (answer === "later") continue;
    isEnabled ||= answer !== "declined";
    if (answer !== "enabled" || shown?.digest === undefined)
      await decideCandidate(cli, { name, workspace }, answer === "declined" ? answer : "enabled");
    if (shown?.digest === undefined || answer === "declined") continue;
    const decision = answer === "enabled" ? "accepted" : "declined";
    await decide(cli, { name: shown.id, decision, digest: shown.digest, hasTerminal: true, ancestors: cli.ancestors });
  }
  return isEnabled;
}

function optionsFor(hasCode: boolean): Option<Answer>[] {
  return [
    { value: "later", label: "Ask me later" },
    { value: "enabled", label: "Yes, in this workspace", ...(hasCode ? { hint: "its code runs until a file changes" } : {}) },
    ...(hasCode ? [{ value: "skills" as const, label: "Only its skills", hint: "its code does not run" }] : []),
    { value: "declined", label: "No, do not ask again" },
  ];
}

/** `skills, 1 hook and 2 servers`. */
export function bringsText(brings: Brought | undefined): string {
  if (brings === undefined) return "a plugin";
  const { hooks, skills, servers, subcommands, predicates, installations, plugins } = brings;
  const kinds: readonly (readonly [readonly unknown[], one: string, many: string])[] = [
    [hooks, "hook", "hooks"],
    [servers, "server", "servers"],
    [subcommands, "command", "commands"],
    [predicates, "predicate", "predicates"],
    [installations, "program", "programs"],
    [plugins, "other plugin", "other plugins"],
  ];
  const all = [
    ...(skills.length === 0 ? [] : ["skills"]),
    ...kinds.flatMap(([items, one, many]) => (items.length === 0 ? [] : [counted(items.length, one, many)])),
  ];
  return all.length === 0 ? "nothing yet" : all.length === 1 ? all[0]! : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
