/** Exported plugins as people see them. */

import { printable } from "../../platform/printable.ts";
import type { ExportedPackage, ExportResult } from "../../app/export/export.ts";
import type { CliContext } from "../cli-context.ts";
import type { Style } from "../report/reporter.ts";
import { counted } from "./counted.ts";
import { shortPath } from "./short-path.ts";

const DONE = { create: "created", change: "updated", none: "unchanged" } as const;
const PLANNED = { create: "create", change: "update", none: "unchanged" } as const;

export function renderExported(
  { packages, removed, dryRun }: ExportResult,
  { context, verbose }: CliContext,
  style: Style,
  isCheck: boolean,
): string[] {
  if (packages.length + removed.length === 0) return ["nothing to export: no plugin is active here"];
  const words = dryRun ? PLANNED : DONE;
  const lines = packages.flatMap((one) => [
    `${style(one.action === "none" ? "faint" : "good", words[one.action])} ${style("strong", one.name)} in ${shortPath(one.folder, context.home)}${holds(one)}`,
    ...(dryRun || verbose ? one.changes.map(({ path, action }) => `  ${action} ${printable(path)}`) : []),
  ]);
  const gone = removed.map((folder) => `${dryRun ? "remove" : "removed"} ${shortPath(folder, context.home)}`);
  return [...lines, ...gone, ...(dryRun && !isCheck ? ["nothing was changed: this is a dry run"] : [])];
}

function holds({ skills, servers }: ExportedPackage): string {
  const parts = [
    ...(skills.length === 0 ? [] : [counted(skills.length, "skill", "skills")]),
    ...(servers.length === 0 ? [] : [counted(servers.length, "server", "servers")]),
  ];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
