/** What `use` recorded, as people see it and as JSON, with the sync that followed. */

import type { PluginHere } from "../../app/plugins/plugin-here.ts";
import { WORKSPACE_SOURCE } from "../../plugins/read-plugins.ts";
import type { UseResult } from "../../app/use-plugin.ts";
import type { CliContext } from "../cli-context.ts";
import { shortPath } from "../render/short-path.ts";
import { noAgents } from "./set-up.ts";
import { failureOfSync, reportSyncMessages } from "./sync.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { AnswerEvent } from "./reporter.ts";

/** What was recorded is told even where the sync that followed failed. */
export function reportUse(cli: CliContext, result: UseResult): void {
  const { name, workspace, change, isDisabled, sync, syncFailure } = result;
  if (change === "added" && isDisabled) {
    const message = `\`${name}\` stays off: it is in \`disable\` under [plugins], which beats \`use\``;
    cli.report({ type: "message", level: "warning", message, hint: `take it out of \`disable\` in ${cli.places.config}` });
  }
  const answer = answerOfSync(cli, result);
  const text: AnswerEvent["text"] = (style) => [...sentences(result, cli), ...(answer === undefined ? [] : answer.text(style))];
  cli.report({ type: "answer", value: { name, workspace, change, sync: answer?.value ?? null }, text, isReport: true });
  if (syncFailure !== undefined) throw syncFailure;
  // What is used everywhere may be said anywhere.
  const failure = sync === undefined || sync.isOutside ? undefined : failureOfSync(cli, sync);
  if (failure !== undefined) throw failure;
}

export function answerOfSync(cli: CliContext, { sync }: Pick<UseResult, "sync">): AnswerEvent | undefined {
  if (sync === undefined) return undefined;
  if (sync.registration.stillRegistered === undefined) return reportSyncMessages(cli, sync);
  cli.report({ type: "message", level: "note", message: noAgents(cli.calledAs) });
  return undefined;
}

function sentences({ name, workspace, change, because }: UseResult, { context, calledAs }: CliContext): string[] {
  const where = workspace === null ? "everywhere" : `in ${shortPath(workspace, context.home)}`;
  if (change !== "none") return [`\`${name}\` is ${change === "removed" ? "no longer" : "now"} used ${where}`];
  if (because === "used everywhere") return [`\`${name}\` is used everywhere already`];
  if (because === undefined || because === "used here") return [`\`${name}\` is used ${where} already`];
  return active(because, calledAs);
}

function active({ name, source, state, reason, package: of, consent }: PluginHere, calledAs: string): string[] {
  const whose = of === undefined ? `\`${name}\` of source \`${source}\`` : `\`${name}\` of package \`${of.name}\``;
  if (state !== "active") return [`${whose} becomes active by itself where it applies; here it does not: ${reason}; nothing to record`];
  if (source !== WORKSPACE_SOURCE) return [`${whose} is active already; nothing to record`];
  const ask =
    consent === "waiting" || consent === "changed" ? [`\`${calledAs} trust ask ${quotedPath(name)}\` asks whether it may run`] : [];
  return [`\`${name}\` comes with this workspace and needs no entry; nothing to record`, ...ask];
}
