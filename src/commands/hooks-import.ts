/** `hooks import`: hooks of one agent, which every other agent runs from now on. */

import { USUAL_SOURCE } from "../agents/find-agent.ts";
import { noTerminal } from "../consent/may-consent.ts";
import { UserError } from "../errors.ts";
import { finishMove, importHooks, type ImportLoss, type ImportResult, undoImport, unimportedText } from "../interchange/import.ts";
import { quotedPath } from "../model/safe-text.ts";
import { decide } from "../setup/trust/decide.ts";
import type { CliContext } from "./cli-context.ts";
import { command, optionalArgument, parsed, toggle } from "./command.ts";
import { askConsent, type ConsentAnswer, reportAnswer } from "./terminal/questions.ts";
import { say, tell } from "./terminal/reporter.ts";
import { counted, listed, renderOptions, type RenderOptions, shortPath } from "./terminal/text.ts";

export const hooksImportCommand = command({
  brief: "Run the hooks of one agent on all your agents",
  about:
    "Shows the hooks in an agent's files with their commands, and asks once. From then on every other configured agent runs them, unmodified,\n" +
    "except agents that read these files themselves. Symposium copies nothing: it follows every change of the files, and asks again before a\n" +
    "changed hook or script runs. With --move it takes the hooks out of the files, and runs them on all agents alike. `hooks remove` and\n" +
    "`uninstall` take everything back, byte for byte. `hooks convert` prints the hooks as a manifest instead.",
  examples: [
    { input: "", brief: "The Claude Code hooks of this project" },
    { input: "--user", brief: "Those of your home folder, in every project" },
    { input: "--from claude path/to/plugin", brief: "Those of a Claude Code plugin" },
    { input: "--move", brief: "Take them out of Claude's file, so that all agents run them alike" },
    { input: "--from gemini --dry-run", brief: "Show which hooks of Gemini CLI would run on other agents" },
  ],
  flags: {
    from: parsed("agent", "The agent whose hooks to import (default: claude-code)"),
    user: toggle("Import the hooks of your home folder, for every project (default: this project's)"),
    move: toggle(
      "Take the hooks out of the files: then Symposium runs them on every agent, also on their own and on those that read the files",
    ),
    tracked: toggle("With --move: also out of a file that git tracks, for everyone who works with the repository"),
    yes: toggle("Accept without a question; needs a terminal"),
    dryRun: toggle("Print what would run where, and change nothing"),
  },
  positional: optionalArgument("folder", "The folder of a plugin of that agent; without it, the agent's settings"),
  async run(cli, { from = USUAL_SOURCE, user, move, tracked, yes, dryRun }, folder) {
    if (yes && !dryRun && cli.terminal === undefined) throw noTerminal();
    const result = await importHooks(cli, { from, folder, user, move, tracked, dryRun });
    const state = dryRun ? "dry-run" : await answered(cli, result, yes);
    if (state === "declined") await undoImport(cli, result);
    // Until someone agrees, the hooks stay where they are.
    if (state === "waiting") await undoImport(cli, { ...result, isNew: false });
    if (state === "accepted") await finishMove(cli, result);
    const { record: _record, subject: _subject, moves, ...shown } = result;
    const value = { ...shown, moved: moves.map(({ moved }) => moved.file) };
    tell(cli, { ...value, state }, (style) => renderImport(result, state, renderOptions(cli, style)));
    for (const { file, because } of result.ignored)
      say(cli, "warning", `${file}: ${because}`, `remove it: until then ${result.title} runs none of these hooks`);
    const failure = refusedGuards(result);
    if (failure !== undefined) throw failure;
  },
});

type State = ConsentAnswer | "waiting" | "dry-run";

async function answered(cli: CliContext, { subject, digest, plugin, id, hooks }: ImportResult, yes: boolean): Promise<State> {
  if (subject === undefined || digest === undefined) {
    const because = subject !== undefined && "because" in subject.standing ? subject.standing.because : "its files changed meanwhile";
    throw new UserError("UNCOVERABLE", `\`${plugin}\` cannot be accepted: ${because}`);
  }
  if (subject.standing.state === "accepted") return "accepted";
  const { terminal, ancestors } = cli;
  if (terminal === undefined) return "waiting";
  if (yes) {
    await decide(cli, { name: id, decision: "accepted", digest, hasTerminal: true, ancestors });
    say(cli, "done", `\`${plugin}\` may run now: ${counted(hooks.length, "hook", "hooks")}`);
    return "accepted";
  }
  const answer = await askConsent(cli, terminal, { subject: subject.subject, isNamed: true });
  reportAnswer(cli, plugin, answer);
  return answer;
}

/** What guards its own agent, and not the others, must not go unnoticed. */
function refusedGuards({ without, title }: ImportResult): UserError | undefined {
  const guards = without.filter(({ isGuard }) => isGuard);
  if (guards.length === 0) return undefined;
  const what = counted(guards.length, "hook that can block was", "hooks that can block were");
  return new UserError("LOST-GUARD", `${what} not imported, so only ${title} is guarded by ${guards.length === 1 ? "it" : "them"}`, {
    details: guards.map(unimportedText),
    hint: "change the hook so that Symposium can judge when it runs, then run this again; everything else is imported",
  });
}

function renderImport(result: ImportResult, state: State, options: RenderOptions): string[] {
  const { style, home } = options;
  const { files, hooks, without, title } = result;
  return [
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
    ...lastLines(result, state, options),
  ];
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
  if (lost === "event") return `has no event ${event}, so ${names} ${hooks.length === 1 ? "does" : "do"} not run there`;
  if (lost === "block") return `cannot block at ${event} (${names})`;
  if (lost === "context") return `takes no context (${names})`;
  return `cannot rewrite at ${event}, so it denies the call and says the wanted form (${names})`;
}

function lastLines({ plugin, digest = "" }: ImportResult, state: State, { style, calledAs }: RenderOptions): string[] {
  const accept = `${calledAs} trust accept ${quotedPath(plugin)}`;
  if (state === "dry-run") return ["nothing was changed: this is a dry run"];
  if (state === "accepted") return [style("good", `done: ${plugin}; \`${calledAs} hooks remove ${quotedPath(plugin)}\` takes it back`)];
  if (state === "declined") return ["nothing was imported"];
  return [
    style("caution", `${plugin} waits for your consent, and nothing of it runs until then`),
    `at a terminal run \`${accept}\`; in a script, once you read the commands: \`${accept} --digest ${digest}\``,
  ];
}
