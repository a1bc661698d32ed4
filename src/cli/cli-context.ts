/** What every command gets as its `this`: the world, our places in it, and where to report. */

import type { Readable, Writable } from "node:stream";

import type { CommandContext } from "@stricli/core";

import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";
import type { UpdateLevel } from "../plugins/sources/update-level.ts";
import type { Reporter } from "./reporter.ts";

/** Where questions are asked and answered. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The name in help and hints, as the user typed it. */
export type CalledAs = "symposium" | "cargo agents";

export interface CliContext extends CommandContext {
  readonly context: Context;
  readonly places: Places;
  /** The folder of our own build, with the files that are placed elsewhere. */
  readonly dist: string;
  /** Somebody sits at a terminal and can be asked; absent otherwise. */
  readonly terminal?: Terminal;
  /** What `--update` said; absent where it was not given. */
  readonly update?: UpdateLevel;
  /** For hints that name a command of ours. */
  readonly calledAs: CalledAs;
  /** Details are wanted. */
  readonly verbose: boolean;
  readonly report: Reporter["report"];
}
