/** One tool for each subcommand that plugins offer to agents here. */

import { runSubcommandBy } from "../../app/subcommands/run-subcommand.ts";
import { unambiguousWord } from "../../app/subcommands/find-command.ts";
import { UserError } from "../../errors.ts";
import { endAfterUs } from "../../platform/end-after-us.ts";
import { type HandlerEnd, runHandler } from "../../platform/run-handler.ts";
import type { ForegroundJob } from "../../platform/run-in-foreground.ts";
import type { IndexedCommand } from "../../plugins/dispatch-index/format.ts";
import { OWN_TOOLS } from "./own-tools.ts";
import { type Arguments, type OfferedTool, textResult } from "./tool.ts";

const DEADLINE_MS = 10 * 60 * 1000;
/** More than a model can use of one answer. */
const MOST_CHARACTERS = 200_000;
const MOST_ARGUMENTS = 1_000;

const INPUT = {
  type: "object",
  properties: { args: { type: "array", items: { type: "string" }, description: "The arguments, each as one string" } },
} as const;

export function commandTools(commands: readonly IndexedCommand[]): readonly OfferedTool[] {
  const taken = new Set(OWN_TOOLS.map(({ definition }) => definition.name));
  const offered = commands.filter(({ audience }) => audience === "agents");
  return offered.flatMap((command): OfferedTool[] => {
    const isShared = offered.some((other) => other !== command && toolName(other.name) === toolName(command.name));
    const name = isShared || taken.has(toolName(command.name)) ? toolName(`${command.plugin}_${command.name}`) : toolName(command.name);
    if (taken.has(name)) return [];
    taken.add(name);
    const description = `${command.description} (command of the plugin ${command.plugin})`;
    return [{ definition: { name, description, inputSchema: { ...INPUT } }, call: callOf(unambiguousWord(command, commands)) }];
  });
}

/** Without `__`, which stands between the name of a server and its tool. */
function toolName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9-]+/g, "_").slice(0, 100);
}

function callOf(word: string): OfferedTool["call"] {
  return async (args, { app, request: { signal } }) => {
    const stop = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const run = (job: ForegroundJob) => captured(job, stop);
    const end = await runSubcommandBy(run, { ...app, calledAs: "symposium" }, { name: word, args: argumentsIn(args) });
    return textResult(textOfEnd(end), end.kind !== "exited" || end.code !== 0);
  };
}

function argumentsIn({ args = [] }: Arguments): readonly string[] {
  if (Array.isArray(args) && args.length <= MOST_ARGUMENTS && args.every((arg) => typeof arg === "string" && !arg.includes("\0")))
    return args;
  throw new UserError("ARGUMENT", "`args` must be a list of strings", { hint: 'for example {"args": ["--verbose", "file.txt"]}' });
}

type Ended = Exclude<HandlerEnd, { readonly kind: "missing" | "no-such-folder" }>;

async function captured(job: ForegroundJob, stop: Promise<void>): Promise<Ended | { readonly notStarted: string; readonly code: string }> {
  let forget = () => {};
  const onStarted = (pid: number) => void (forget = endAfterUs(pid, job));
  const end = await runHandler({ ...job, input: "", timeoutMs: DEADLINE_MS, drainMs: 500, stop, onStarted });
  forget();
  return end.kind === "missing" || end.kind === "no-such-folder" ? { notStarted: end.message, code: "" } : end;
}

/** What it printed, then what it complained of, then how it ended where that was not well. */
function textOfEnd(end: Ended): string {
  const parts = [
    bounded(end.stdout, end.kind === "exited" && end.truncated === true),
    end.stderr === "" ? "" : `stderr:\n${bounded(end.stderr, false)}`,
    how(end),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function how(end: Ended): string {
  if (end.kind === "timed-out") return `Symposium ended it after ${Math.round(end.ms / 1000)} s`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  return end.code === 0 ? "" : `exit code ${end.code}`;
}

function bounded(text: string, isCut: boolean): string {
  if (text.length <= MOST_CHARACTERS) return isCut ? `${text}\n[the rest is left out]` : text;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[${text.length - MOST_CHARACTERS} characters are left out]\n${text.slice(-half)}`;
}
