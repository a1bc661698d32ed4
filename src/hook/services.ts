/** A hook call, and what it needs from outside, passed in so that the whole pipeline runs in a test without a process. */

import type { HookFilePaths, HookTime } from "../agents/agent.ts";
import type { Context, Environment } from "../context.ts";
import type { AddedSkill } from "../files/unannounced-skills.ts";
import type { Places } from "../host/places.ts";
import type { HandlerEnd, HandlerJob } from "../host/run-handler.ts";
import type { IndexedHook } from "../index/format.ts";
import type { HookEvent } from "../plugins/plugin.ts";
import type { WorkspaceReading } from "../plugins/workspace-around.ts";

export interface Call {
  /** The agent of the registered entry, by any of its names. */
  readonly agent: string | undefined;
  /** The event of the registered entry: native, neutral or as a command-line word. */
  readonly event: string | undefined;
  /** The text from stdin, or why it could not be read. */
  readonly payload: { readonly text: string } | { readonly trouble: string };
}

export interface HookServices {
  readonly context: Context;
  readonly places: Places;
  /** This build of the program; an index of another build is rebuilt. */
  readonly build: string;
  /** Our name for an agent, from any of its names. */
  readonly resolveAgent: (word: string) => string | undefined;
  readonly loadHookTime: (name: string) => Promise<HookTime> | undefined;
  /** Agents that also read the hook files of this one, so that one of them may be the caller. */
  readonly readersOf: (agent: string) => readonly string[];
  /** The hook files of an agent that reads those of others. */
  readonly hookFilesOf: (agent: string) => Promise<HookFilePaths | undefined>;
  readonly runHandler: (job: HandlerJob) => Promise<HandlerEnd>;
  /** The beginning of a command line that starts this program again, for what a call must not do itself. */
  readonly ownProgram: readonly [file: string, ...args: string[]];
  /** Writes a new index for the workspace around a folder, from local files, and returns its text. */
  readonly rebuildIndex: (folder: string | null) => Promise<RebuiltIndex>;
  /** Syncs the workspace's skills, as far as local files and the time allow. `reading` is what the rebuild of its index read. */
  readonly syncSkills: (folder: string, milliseconds: number, reading?: WorkspaceReading) => Promise<SyncedInCall>;
  /** What in the project's files keeps these agents from running hooks, as sentences for the user. */
  readonly switchedOff: (agents: ReadonlySet<string>, project: string) => Promise<readonly string[]>;
  /** The environment of the user's last `init` or `sync`, for work that the call's own must not influence. */
  readonly recordedEnv: () => Promise<Environment>;
  /** Why a policy keeps the hook of a converted entry from running. */
  readonly deniedConverted: (hook: IndexedHook, event: HookEvent) => Promise<string | undefined>;
  /** Starts a separate process for what a call has no time for, and does not wait for it. */
  readonly startRefresh: (folder: string) => Promise<void>;
  /** Records that an agent was told about a newer version, which happens once a day. */
  readonly noteUpdateTold: () => Promise<void>;
  /** A signal sent to our program: no further handler is started, and the call answers. */
  readonly signal: () => string | undefined;
  /** Milliseconds since our start, by a clock that is never set back. */
  readonly elapsed: () => number;
}

/** `left` is what only a process without a deadline can do. */
interface SyncedInCall {
  readonly left: boolean;
  /** Copies were made or removed. */
  readonly changed: boolean;
  /** The skills that came, each with the folder of skills and the agents that read it there. */
  readonly added: readonly AddedSkill[];
  /** Reported to the user. */
  readonly problems: readonly string[];
}

type RebuiltIndex =
  | { readonly ok: true; readonly text: string; readonly reading?: WorkspaceReading }
  | { readonly ok: false; readonly problem: string };

/** Sends the request of a hook of type http. */
export const POST = "--post";

/** Runs an asynchronous hook to its end. */
export const RUN = "--run";
