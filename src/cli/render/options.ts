/** What renderers go by besides the result. */

import type { CalledAs } from "../../app/app-context.ts";
import type { CliContext } from "../cli-context.ts";
import type { Style } from "../report/reporter.ts";

export interface RenderOptions {
  readonly style: Style;
  readonly home: string;
  /** Symposium's own directory. */
  readonly base: string;
  /** For hints that name a command. */
  readonly calledAs: CalledAs;
  readonly dryRun: boolean;
  /** Details are wanted. */
  readonly verbose: boolean;
  /** The differences are shown; absent: in a dry run with details. */
  readonly diff?: boolean;
}

export function renderOptions({ context, places, calledAs, verbose }: CliContext, style: Style, dryRun = false): RenderOptions {
  return { style, home: context.home, base: places.base, calledAs, dryRun, verbose };
}
