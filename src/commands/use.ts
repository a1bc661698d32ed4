/** `use`: asks for a plugin that nothing else asks for. */

import { DEV_HOURS } from "../consent/dev-folder.ts";
import { UserError } from "../errors.ts";
import { quotedPath } from "../model/safe-text.ts";
import { BARE } from "../packages/ecosystem.ts";
import type { PluginHere } from "../plugins/here/plugin-here.ts";
import { WORKSPACE_SOURCE } from "../plugins/plugins-read.ts";
import type { Decider } from "../setup/trust/decide.ts";
import { develop, developedIn, mayDevelop } from "../setup/trust/develop.ts";
import { shownSubject } from "../setup/trust/show-decisions.ts";
import { subjectsHere } from "../setup/trust/subjects-here.ts";
import { isFolderWord, useFolder } from "../setup/use-folder.ts";
import { usePlugin, type UseResult } from "../setup/use-plugin.ts";
import type { CliContext } from "./cli-context.ts";
import { argument, command, toggle } from "./command.ts";
import { renderSubject } from "./consent-report.ts";
import { listeners, noAgents } from "./registration-report.ts";
import { failureOfSync, reportSyncMessages } from "./sync-report.ts";
import { askAfterUse } from "./sync.ts";
import { askFirst } from "./terminal/questions.ts";
import { type AnswerEvent, say, tell, type Text } from "./terminal/reporter.ts";
import { minute, shortPath } from "./terminal/text.ts";

const FLAGS = {
  global: toggle("Use it in every workspace (default: this one)"),
  remove: toggle("Remove the entry"),
  dev: toggle("With a folder: do not ask again for 8 hours. Whatever writes there, an agent too, runs as you"),
  yes: toggle("With --remove: do not ask"),
};

type UseFlags = Readonly<Record<keyof typeof FLAGS, boolean>>;

export const useCommand = command({
  brief: "Use the plugin of a package, or a dormant one",
  about:
    "Adds the plugin to `use` under [plugins] in config.toml, for this workspace or with --global for all, and syncs. Needed for the plugins of\n" +
    "dependencies and other packages, and for dormant ones: those whose manifest does not say where they apply. Other plugins become active where\n" +
    "their dependencies are. Before code of a package runs, Symposium asks at a terminal.",
  examples: [
    { input: "my-plugin", brief: "Use it in this workspace" },
    { input: "my-plugin --global", brief: "Use it everywhere" },
    { input: `${BARE}:widget`, brief: "Use the plugin of a package that is not a dependency" },
    { input: "../widget", brief: "Read the dependency in a folder beside the project, and use its plugin" },
    { input: "--dev ../widget", brief: "Run whatever is in that folder for 8 hours without asking again" },
    { input: "my-plugin --remove", brief: "Stop using it in this workspace" },
  ],
  flags: FLAGS,
  positional: argument("plugin", "The name of a plugin, a dependency or a package, or the folder of a dependency beside the project"),
  async run(cli, { global, remove, dev, yes }, name) {
    if (isFolderWord(name)) return runUseFolder(cli, name, { global, remove, dev, yes });
    if (dev) throw new UserError("USAGE", "--dev needs a folder", { hint: "write its path, such as ../widget", exitCode: 2 });
    if (remove)
      await askFirst(cli, yes, `Stop using ${name} ${global ? "everywhere" : "in this workspace"}? Its hooks no longer run then.`);
    const result = await usePlugin(cli, { name, global, remove, update: cli.update, ancestors: cli.ancestors, ...listeners(cli) });
    const { workspace, change, isDisabled } = result;
    if (change === "added" && isDisabled) {
      const message = `\`${result.name}\` stays off: it is in \`disable\` under [plugins], which beats \`use\``;
      say(cli, "warning", message, `take it out of \`disable\` in ${cli.places.config}`);
    }
    reportUse(cli, { name: result.name, workspace, change }, sentences(result, cli), result);
    if (!remove) await askAfterUse(cli, name);
  },
});

/** What was recorded is told even where the sync that followed failed. */
function reportUse(cli: CliContext, value: object, lines: readonly string[], { sync, syncFailure }: SyncAfter): void {
  const answer = answerOfSync(cli, { sync });
  tell(cli, { ...value, sync: answer?.value ?? null }, (style) => [...lines, ...(answer?.text(style) ?? [])]);
  if (syncFailure !== undefined) throw syncFailure;
  // `use --global` works outside a workspace too.
  const failure = sync === undefined || sync.isOutside ? undefined : failureOfSync(cli, sync);
  if (failure !== undefined) throw failure;
}

type SyncAfter = Pick<UseResult, "sync" | "syncFailure">;

function answerOfSync(cli: CliContext, { sync }: Pick<UseResult, "sync">): AnswerEvent | undefined {
  if (sync === undefined) return undefined;
  if (sync.registration.stillRegistered === undefined) return reportSyncMessages(cli, sync);
  say(cli, "note", noAgents(cli.calledAs));
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

/** `use <folder>`: lets Symposium read a dependency beside the project, and asks whether its code may run. */
async function runUseFolder(cli: CliContext, folder: string, { global, remove, dev, yes }: UseFlags): Promise<void> {
  if (global)
    throw new UserError("SCOPE", "a folder is used in one workspace", { hint: "run this without --global, in each project", exitCode: 2 });
  if (dev && remove)
    throw new UserError("USAGE", "--dev and --remove exclude each other", { hint: "`--remove` alone ends both", exitCode: 2 });
  const decider = { hasTerminal: cli.terminal !== undefined, ancestors: cli.ancestors };
  if (dev) mayDevelop(cli, decider);
  if (remove) await askFirst(cli, yes, `Stop using ${folder} in this workspace? Its hooks no longer run then.`);
  const result = await useFolder(cli, { folder, remove, update: cli.update, ...decider, ...listeners(cli) });
  const { packages, workspace, change } = result;
  const [home, where] = [cli.context.home, shortPath(result.folder, cli.context.home)];
  const names = packages.map(({ name }) => `\`${name}\``).join(", ");
  const word = change === "removed" ? "is no longer used" : change === "added" ? "is now used" : "is used already";
  const sentence = `${names === "" ? where : `${names} from ${where}`} ${word} in ${shortPath(workspace, home)}`;
  reportUse(cli, { packages, folder: result.folder, workspace, change }, [sentence], result);
  if (remove) return;
  if (dev) return askDevelop(cli, result.folder, decider);
  for (const { ecosystem, name } of packages) await askAfterUse(cli, `${ecosystem}:${name}`);
}

/** Shows what would run now. A no leaves the folder used, and its code asks as always. */
async function askDevelop(cli: CliContext, folder: string, decider: Decider): Promise<void> {
  const { book } = subjectsHere(cli);
  const shown = developedIn(cli, folder).map((one) => shownSubject(cli.places, book, one));
  const where = shortPath(folder, cli.context.home);
  const question = `Run whatever is in ${where} here for ${DEV_HOURS} hours without asking again? Whatever writes there, an agent too, runs as you.`;
  const { home } = cli.context;
  const text: Text = (style) => shown.flatMap((one) => renderSubject(one, { style, home, isWhole: cli.verbose }));
  await askFirst(cli, false, question, async () => text, `${where} is used here, and Symposium asks before its code runs`);
  const until = new Date(await develop(cli, { folder, ...decider })).toISOString();
  const message = `whatever is in ${where} runs here until ${minute(until)}, without asking again: whatever writes there, an agent too, runs as you`;
  say(cli, "done", message);
}
