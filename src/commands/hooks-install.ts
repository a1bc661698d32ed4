/** `hooks install`: the hooks of a manifest in the files of the configured agents. */

import { noTerminal } from "../consent/may-consent.ts";
import { installHooks, type InstallResult } from "../interchange/install.ts";
import type { CliContext } from "./cli-context.ts";
import { argument, CHANGE_FLAGS, CHECK_FLAGS, command, oneOf, parsed, repeatable, toggle } from "./command.ts";
import { runLines } from "./consent-report.ts";
import { checkedLosses, refusal, reportLosses } from "./hook-losses.ts";
import { fileLines, fileValue, leftAlone, reportRemarks } from "./registration-report.ts";
import { askFirst } from "./terminal/questions.ts";
import { say, tell, type Text } from "./terminal/reporter.ts";
import { counted, dryRunLine, listed, renderOptions, type RenderOptions } from "./terminal/text.ts";

export const hooksInstallCommand = command({
  brief: "Install the hooks of a manifest into your agents",
  about:
    "Shows every command and what it would write, and asks. Then adds native entries to the files of the configured agents, and leaves everything\n" +
    "else in these files as it is. A changed manifest replaces what it installed before. In a script, --digest installs without a question.\n" +
    "An agent cannot install hooks. `hooks remove` and `uninstall` take the entries out again, byte for byte.",
  examples: ["hooks.json", "hooks.json --to claude --to gemini", "hooks.yaml --hook-scope project", "hooks.json --dry-run --diff"],
  flags: {
    to: repeatable("agent", "Only into this agent, configured or not (repeatable)"),
    hookScope: oneOf(["global", "project"], "Into your home folder or into the project (default: as configured)"),
    noShim: toggle("Write entries that call your commands directly (default: through symposium-hook)"),
    digest: parsed("digest", "Install without a question, if --dry-run printed this digest"),
    ...CHANGE_FLAGS,
    ...CHECK_FLAGS,
  },
  positional: argument("manifest", "A manifest in JSON or YAML"),
  async run(cli, { to, hookScope, noShim, diff, check, failOn = "lossy", ...flags }, manifest) {
    const dryRun = flags.dryRun || check;
    const request = { manifest, to, hookScope, noShim };
    const digest = flags.digest ?? (dryRun ? undefined : await agreedTo(cli, await installHooks(cli, { ...request, dryRun: true })));
    const result = await installHooks(cli, { ...request, dryRun, digest });
    reportLosses(cli, result);
    for (const { title, file } of result.twice)
      say(cli, "warning", `${title} also reads ${file}, so it may run these hooks twice`, "leave one of the agents out with --to");
    reportRemarks(cli, result.files);
    const failure = check ? checkedLosses(result, failOn) : (leftAlone(result.files, cli, dryRun) ?? refusal(result));
    tell(cli, { ...result, files: result.files.map(fileValue) }, (style) =>
      check ? [] : renderInstalled(result, { ...renderOptions(cli, style, dryRun), diff: diff || undefined }),
    );
    if (failure !== undefined) throw failure;
  },
});

async function agreedTo(cli: CliContext, plan: InstallResult): Promise<string> {
  if (plan.files.some(({ action }) => !["none", "refused"].includes(action))) {
    const text: Text = (style) => renderInstall(plan, renderOptions(cli, style, true));
    if (!(await askFirst(cli, false, "Install these hooks?", async () => text)))
      throw noTerminal(`in a script, read what \`--dry-run --diff\` prints, and add the \`--digest\` that it ends with`);
  }
  return plan.digest;
}

function renderInstall({ hooks, files, scope, digest }: InstallResult, options: RenderOptions): string[] {
  const { style } = options;
  return [
    style("strong", scope === "user" ? "Your agents would run this in every project" : "Your agents would run this in this project"),
    ...hooks.flatMap((item) => runLines(item, style)),
    ...files.flatMap((file) => fileLines(file, [], { ...options, diff: true })),
    `digest  ${digest}`,
    style("caution", "What the scripts contain is not checked when the hooks run"),
  ];
}

function renderInstalled({ files, agents, dryRun, digest }: InstallResult, options: RenderOptions): string[] {
  const { style } = options;
  const more = agents.flatMap(({ title, hooks, via, without = "can have none of these hooks" }) =>
    hooks > 0 ? [] : [via === undefined ? `${title} ${without}` : `${title} reads the file of ${via}`],
  );
  const lines = [...files.flatMap((file) => fileLines(file, [], options)), ...more];
  if (dryRun) return [...lines, `digest  ${digest}`, dryRunLine(options)];
  if (files.every(({ action }) => action === "none")) return [...lines, style("good", "nothing to change: everything is installed")];
  const got = agents.flatMap(({ title, hooks }) => (hooks > 0 ? [`${title} (${counted(hooks, "hook", "hooks")})`] : []));
  const isDone = got.length > 0 && files.every(({ action }) => action !== "refused");
  return isDone ? [...lines, style("good", `done: ${listed(got)}`)] : lines;
}
