/** A hook call, and what it needs of the outside, handed in so that the whole pipeline runs in a test without a process. */

import type { HookFilePaths, HookTime } from "../agents/agent.ts";
import type { Context, Environment } from "../context.ts";
import type { Places } from "../platform/places.ts";
import type { HandlerEnd, HandlerJob } from "../platform/run-handler.ts";

export interface Call {
  /** The agent of the registered entry, by any of its names. */
  readonly agent: string | undefined;
  /** The event of the registered entry: native, neutral or as a command-line word. */
  readonly event: string | undefined;
  /** What came on stdin, or why nothing could be read. */
  readonly payload: { readonly text: string } | { readonly trouble: string };
}

export interface HookServices {
  readonly context: Context;
  readonly places: Places;
  /** This build of the program; an index that another one wrote is made anew. */
  readonly build: string;
  /** Our name of an agent, from any name it goes by. */
  readonly resolveAgent: (word: string) => string | undefined;
  readonly loadHookTime: (name: string) => Promise<HookTime> | undefined;
  /** Agents that read the hook files of this one, so that one of them may be the caller. */
  readonly readersOf: (agent: string) => readonly string[];
  /** The hook files of an agent that reads those of others. */
  readonly hookFilesOf: (agent: string) => Promise<HookFilePaths | undefined>;
  readonly runHandler: (job: HandlerJob) => Promise<HandlerEnd>;
  /** Writes a new index for the workspace around a folder, from local files, and gives its text. */
  readonly rebuildIndex: (folder: string | null) => Promise<RebuiltIndex>;
  /** Brings the workspace's skills into step, as far as local files and the time allow. */
  readonly syncSkills: (folder: string, milliseconds: number) => Promise<SyncedInCall>;
  /** What in the project's files keeps these agents from running hooks, in words for the user. */
  readonly switchedOff: (agents: ReadonlySet<string>, project: string) => Promise<readonly string[]>;
  /** The environment that such work goes by, whatever that of the call is. */
  readonly recordedEnv: () => Promise<Environment>;
  /** Starts a process of its own that does all the rest, and does not wait for it. */
  readonly startRefresh: (folder: string) => Promise<void>;
  /** Remembers that an agent was told of a newer version, which is done once a day. */
  readonly noteUpdateTold: () => Promise<void>;
  /** A signal that was sent to our program: no further handler is started, and the call answers. */
  readonly signal: () => string | undefined;
  /** Milliseconds since we were started, by a clock that is never set back. */
  readonly elapsed: () => number;
}

/** `left` is what only a process that may take its time can do. */
export interface SyncedInCall {
  readonly left: boolean;
  /** Copies were made or taken away. */
  readonly changed: boolean;
  /** Told to the user. */
  readonly problems: readonly string[];
}

export type RebuiltIndex = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };
