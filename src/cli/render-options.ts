/** What renderers go by besides the result. */

import type { CalledAs } from "../app/app-context.ts";
import type { CliContext } from "./cli-context.ts";
import type { Style } from "./reporter.ts";

export interface RenderOptions {
  readonly style: Style;
  readonly home: string;
  /** For hints that name a command of ours. */
  readonly calledAs: CalledAs;
  readonly dryRun: boolean;
  /** Details are wanted. */
  readonly verbose: boolean;
}

export function renderOptions({ context, calledAs, verbose }: CliContext, style: Style, dryRun = false): RenderOptions {
  return { style, home: context.home, calledAs, dryRun, verbose };
}
