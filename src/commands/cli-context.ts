/** What every command gets as its `this`: where use cases act, and where to ask and report. */

import type { Readable, Writable } from "node:stream";
import type { CommandContext } from "@stricli/core";

import type { Context } from "../context.ts";
import type { UpdateLevel } from "../files/git/update.ts";
import type { AppContext, CalledAs } from "../setup/app-context.ts";
import type { Decider } from "../setup/trust/decide.ts";
import type { CalledCommand } from "./command-rights.ts";
import type { Reporter } from "./terminal/reporter.ts";
import type { Stream } from "./terminal/screen.ts";

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

export interface CliContext extends CommandContext, AppContext {
  /** Runs before a command: checks whether it may run here, and starts the log. Returns what runs after the command. */
  readonly begin: (called: CalledCommand) => Promise<() => Promise<void>>;
  /** Where the user can be asked; absent without a terminal, and at one that an agent opened. */
  readonly terminal?: Terminal | undefined;
  /** All that is piped to the command; `undefined` at a terminal. */
  readonly stdin?: (() => Promise<string | undefined>) | undefined;
  /** The value of `--update`; absent without the flag. */
  readonly update?: UpdateLevel | undefined;
  readonly verbose: boolean;
  readonly report: Reporter["report"];
  /** Another list of the processes above this one, for tests. */
  readonly ancestors?: Decider["ancestors"];
}

export interface CliRun {
  readonly calledAs: CalledAs;
  readonly args: readonly string[];
  readonly context: Context;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly dist: string;
  readonly terminal?: Terminal;
  readonly stdin?: CliContext["stdin"];
  readonly ancestors?: CliContext["ancestors"];
}
