/** What every command gets as its `this`: the world, our places in it, and where to report. */

import type { CommandContext } from "@stricli/core";

import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";
import type { Reporter } from "./reporter.ts";

/** The name in help and hints, as the user typed it. */
export type CalledAs = "symposium" | "cargo agents";

export interface CliContext extends CommandContext {
  readonly context: Context;
  readonly places: Places;
  /** For hints that name a command of ours. */
  readonly calledAs: CalledAs;
  readonly report: Reporter["report"];
}
