/** `cache clean`: removes acquired programs that no active plugin uses. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { toggle } from "../parameters.ts";

interface CleanFlags {
  readonly olderThan?: number;
  readonly dryRun: boolean;
}

export const cacheCleanCommand = buildCommand<CleanFlags, [], CliContext>({
  docs: {
    brief: "Remove acquired programs that no active plugin uses",
    fullDescription:
      "Checks every workspace that was synced, and removes programs that none of their plugins uses. `sync` acquires a removed program again when a plugin needs it.",
    customUsage: ["", "--older-than 30", "--dry-run"],
  },
  parameters: {
    flags: {
      olderThan: {
        kind: "parsed",
        parse: days,
        brief: "Remove only programs acquired more than DAYS days ago",
        placeholder: "DAYS",
        optional: true,
      },
      dryRun: toggle("Print what would be removed, and change nothing"),
    },
  },
  async func(flags) {
    const { cleanCache } = await import("../../app/cache.ts");
    const { renderClean } = await import("../render/cache.ts");
    const result = await cleanCache(this, flags);
    const { removed, left } = result;
    for (const { folder } of left) this.report({ type: "message", level: "warning", message: `cannot remove ${folder}: it is in use` });
    this.report({
      type: "answer",
      value: { dryRun: flags.dryRun, removed, left, bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0) },
      text: (style) => renderClean(result, { style, home: this.context.home, dryRun: flags.dryRun }),
      isReport: true,
    });
  },
});

function days(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new SyntaxError(`${JSON.stringify(text)} is not a number of days`);
  return number;
}
