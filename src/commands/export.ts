/** `export`: plugins as Agent Plugins. */

import { UserError } from "../errors.ts";
import { exportPlugins, type ExportResult } from "../interchange/export/export.ts";
import { EXPORT_FAIL_ON, type ExportFailOn, exportSentence, failingExportLosses } from "../interchange/export/losses.ts";
import { printable } from "../model/safe-text.ts";
import type { CliContext } from "./cli-context.ts";
import { command, oneOf, optionalArgument, parsed, toggle } from "./command.ts";
import { say, type Style, tell } from "./terminal/reporter.ts";
import { counted, shortPath } from "./terminal/text.ts";

export const exportCommand = command({
  brief: "Write a plugin as an Agent Plugin, which other clients read too",
  about:
    "Writes a package of the Agent Plugins format 1.0: plugin.json, mcp.json and skills for every client, and everything else for Symposium,\n" +
    "which reads the same plugin from it. What other clients do not get is printed to stderr.\n" +
    "Writes into a new or empty folder, or updates an earlier export that no one has changed.",
  examples: [
    { input: "my-plugin --to ./exported/my-plugin", brief: "Export a plugin that is known here" },
    { input: "./my-plugin --to ./exported/my-plugin", brief: "Export the plugin in a folder" },
    { input: "--active --to ./exported", brief: "Export each plugin that is active here, into a folder of its name" },
    { input: "./my-plugin --to ./exported/my-plugin --check", brief: "In CI: fail if the export is out of date" },
  ],
  flags: {
    to: parsed("folder", "The folder to write"),
    active: toggle("Export all plugins that are active here, each into a folder of its name"),
    dryRun: toggle("Print what would change, and change nothing"),
    check: toggle("Change nothing; exit with 1 if the folder differs from what would be written, or as --fail-on says"),
    failOn: oneOf(
      EXPORT_FAIL_ON,
      "With --check: also fail on what is left out, on what other clients lack, or on any loss (default: left-out)",
    ),
  },
  positional: optionalArgument("plugin", "The name of a plugin or a skill, or a path that begins with . or /"),
  async run(cli, { to, active, dryRun, check, failOn = "left-out" }, plugin) {
    if (to === undefined)
      throw new UserError("USAGE", "`--to` is missing: it names the folder to write", { hint: "for example --to ./exported", exitCode: 2 });
    const hint = "`symposium plugin list` shows the plugins here";
    if (active === (plugin !== undefined)) throw new UserError("USAGE", "name one plugin, or add --active", { hint, exitCode: 2 });
    const result = await exportPlugins(cli, { plugin, to, dryRun: dryRun || check });
    for (const { losses } of result.packages)
      for (const loss of losses) say(cli, loss.severity === "info" ? "note" : "warning", exportSentence(loss));
    for (const { plugin: name, message, details } of result.refused)
      cli.report({ type: "message", level: "warning", message: `${name}: ${message}`, details });
    tell(cli, result, (style) => renderExported(result, cli, style, check));
    const failure = check ? (stale(result) ?? lossy(result, failOn)) : (lossy(result, "left-out") ?? notExported(result));
    if (failure !== undefined) throw failure;
  },
});

function stale({ packages, removed, refused }: ExportResult): UserError | undefined {
  const old = packages.filter(({ changes }) => changes.length > 0);
  if (old.length + removed.length === 0) return notExported({ refused });
  const details = [...old.map(({ folder }) => folder), ...removed];
  const hint = "run the same command without --check";
  return new UserError("STALE", `${counted(details.length, "export is", "exports are")} out of date`, { details, hint });
}

function lossy({ packages }: ExportResult, failOn: ExportFailOn): UserError | undefined {
  const failing = packages.flatMap(({ losses }) => failingExportLosses(losses, failOn));
  if (failing.length === 0) return undefined;
  const hint = failOn === "left-out" ? "everything else is done; the warnings above say why" : "the warnings above say what each is";
  return new UserError("LOSSY", `${counted(failing.length, "loss fails", "losses fail")} the export (${failOn})`, { hint });
}

function notExported({ refused }: Pick<ExportResult, "refused">): UserError | undefined {
  if (refused.length === 0) return undefined;
  return new UserError("NOT-EXPORTED", `${counted(refused.length, "plugin was", "plugins were")} not exported`, {
    details: refused.map(({ plugin }) => plugin),
    hint: "the others are done; the warnings above say why",
  });
}

function renderExported(
  { packages, removed, dryRun }: ExportResult,
  { context, verbose }: CliContext,
  style: Style,
  isCheck: boolean,
): string[] {
  if (packages.length + removed.length === 0) return ["nothing to export: no plugin is active here"];
  const words = dryRun ? ({ create: "create", change: "update" } as const) : ({ create: "created", change: "updated" } as const);
  const lines = packages.flatMap(({ action, name, folder, skills, servers, changes }) => {
    const word = action === "none" ? style("faint", "unchanged") : style("good", words[action]);
    const parts = [
      ...(skills.length === 0 ? [] : [counted(skills.length, "skill", "skills")]),
      ...(servers.length === 0 ? [] : [counted(servers.length, "server", "servers")]),
    ];
    return [
      `${word} ${style("strong", name)} in ${shortPath(folder, context.home)}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`,
      ...(dryRun || verbose ? changes.map((one) => `  ${one.action} ${printable(one.path)}`) : []),
    ];
  });
  const gone = removed.map((folder) => `${dryRun ? "remove" : "removed"} ${shortPath(folder, context.home)}`);
  return [...lines, ...gone, ...(dryRun && !isCheck ? ["nothing was changed: this is a dry run"] : [])];
}
