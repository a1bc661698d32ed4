/** `cache list`: acquired programs, with their sizes and users. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const cacheListCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: { brief: "List acquired programs with their sizes", customUsage: ["", "--json"] },
  parameters: { flags: {} },
  async func() {
    const { listCache } = await import("../../app/cache.ts");
    const { renderCache } = await import("../render/cache.ts");
    const programs = await listCache(this);
    this.report({ type: "answer", value: { programs }, text: (style) => renderCache(programs, { style, home: this.context.home }) });
  },
});
