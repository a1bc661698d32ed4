/** `export`: says what is lost, and what was written. */

import { failingExportLosses, exportSentence, type ExportFailOn } from "../app/export/export-loss.ts";
import { exportPlugins, type ExportResult } from "../app/export/export.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import { counted } from "./render/counted.ts";
import { renderExported } from "./render/exported.ts";

export interface ExportOrder {
  readonly plugin?: string | undefined;
  readonly to?: string;
  readonly active: boolean;
  readonly dryRun: boolean;
  readonly check: boolean;
  readonly failOn?: ExportFailOn;
}

export async function runExport(cli: CliContext, { plugin, to, active, dryRun, check, failOn = "left-out" }: ExportOrder): Promise<void> {
  if (to === undefined) throw usage("`--to` is missing: it names the folder to write", "for example --to ./exported");
  if (active === (plugin !== undefined)) throw usage("name one plugin, or add --active", "`symposium plugin list` shows the plugins here");
  const result = await exportPlugins(cli, { plugin, to, dryRun: dryRun || check });
  for (const { losses } of result.packages)
    for (const loss of losses)
      cli.report({ type: "message", level: loss.severity === "info" ? "note" : "warning", message: exportSentence(loss) });
  for (const { plugin: name, message, details } of result.refused)
    cli.report({ type: "message", level: "warning", message: `${name}: ${message}`, details });
  cli.report({ type: "answer", value: result, text: (style) => renderExported(result, cli, style, check), isReport: true });
  const failure = check ? (stale(result) ?? lossy(result, failOn)) : (lossy(result, "left-out") ?? notExported(result));
  if (failure !== undefined) throw failure;
}

function usage(message: string, hint: string): UserError {
  return new UserError("USAGE", message, { hint, exitCode: 2 });
}

function stale({ packages, removed, refused }: ExportResult): UserError | undefined {
  const old = packages.filter(({ changes }) => changes.length > 0);
  if (old.length + removed.length === 0) return notExported({ refused });
  const details = [...old.map(({ folder }) => folder), ...removed];
  return new UserError("STALE", `${counted(details.length, "export is", "exports are")} out of date`, {
    details,
    hint: "run the same command without --check",
  });
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
