/**
 * A scenario shows one ability of our program on a real agent: a plugin, what the model does, and a judge that looks at
 * files and at the model's requests. It is written once for all agents; what differs between them is in their recipes.
 */

import type { Scope } from "../../src/agents/agent.ts";
import type { TraceLine } from "../../src/hook/trace.ts";
import type { Step } from "../model-server/script.ts";
import type { Form } from "../built-program.ts";
import type { Group } from "../evidence.ts";
import type { Permission, Recipe, Folders } from "../recipes/recipe.ts";
import type { Registered, RegisteringStep } from "../register.ts";
import { putAll, type RunResult } from "../sandbox.ts";
import type { Watched } from "../watched.ts";
import type { Plugin } from "./plugin.ts";

export interface Scenario {
  readonly name: string;
  /** The cell of the table that this fills. */
  readonly ability: string;
  /** The table that has this cell; absent for what a hook can do. */
  readonly group?: Exclude<Group, "hooks">;
  /** The run that it shares with the other scenarios of this word: one home, one project, one conversation. All of them say the same of it. */
  readonly shares?: string;
  /** How many times as long as others it may take. */
  readonly longer?: number;
  /** The forms of our program in which it is played; absent for both. */
  readonly forms?: readonly Form[];
  /** The agents it is about, and why the others do not have the ability; absent for all. */
  readonly about?: { readonly agents: readonly string[]; readonly others: string };
  readonly plugins: (folders: Folders) => readonly Plugin[];
  readonly steps?: (recipe: Recipe, folders: Folders, inner: Inner) => readonly Step[];
  readonly permission?: Permission;
  /** A word with which no shell command may begin, by a rule of the user's own. */
  readonly forbidden?: string;
  /** The agent is started again in the same home and project, each time as a new session. */
  readonly next?: readonly NextSession[];
  /** What is done before the agent starts; absent: it is registered for the user by `init`. */
  readonly registering?: (recipe: Recipe) => readonly RegisteringStep[];
  /** The user has not trusted what the agent wants to be trusted. */
  readonly untrusted?: true;
  /** The agent's variable moves what it has in the home. */
  readonly moved?: true;
  /** How our program may end, by default with 0 alone. */
  readonly exitCodes?: readonly string[];
  /** Our program must never be started. */
  readonly silent?: true;
  /** Another agent is started from this one's shell, and is registered as well. */
  readonly nested?: true;
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** The user has an MCP server with one tool, or with these. */
  readonly mcp?: true | readonly string[];
  /** An MCP server over HTTP runs beside the model. */
  readonly httpServer?: true;
  /** More variables, words and files of the home with which the agent is started. */
  readonly by?: (recipe: Recipe, folders: Folders) => LaunchBy;
  /** The folder in which it is started, seen from the project. */
  readonly below?: string;
  /** Every process and connection of the run is written down. */
  readonly watch?: true;
  /** What must have happened, each as a sentence with its truth; a scenario works when all hold. */
  readonly judge: (seen: Seen) => readonly Claim[];
}

export interface NextSession {
  /** What the user does before it. */
  readonly before?: (folders: Folders, recipe: Recipe) => void;
  /** The user has trusted it in the meantime. */
  readonly trusted?: true;
  readonly steps?: Scenario["steps"];
  readonly by?: Scenario["by"];
  readonly below?: string;
}

export interface LaunchBy {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** The agent that a nested scenario starts from the other's shell. */
export interface Inner {
  readonly recipe: Recipe;
  /** The shell command that starts it with `INNER_PROMPT`. */
  readonly command: string;
}

/** Tells the inner agent's requests from the outer's, which has a prompt of its own. */
export const INNER_PROMPT = "Please do the inner work.";

export type Claim = readonly [sentence: string, holds: boolean];

export interface Seen {
  readonly recipe: Recipe;
  /** The last session's end; requests and output are those of all. */
  readonly run: RunResult;
  /** The model's requests that belong to the plot, by session. */
  readonly sessions: readonly (readonly string[])[];
  readonly registered: Registered;
  /** What our program was started with for hooks, as "agent event", in order. */
  readonly starts: readonly string[];
  /** The same for MCP servers, as "serve word…". */
  readonly launches: readonly string[];
  /** The model's requests that belong to the plot, as text, in order. */
  readonly turns: readonly string[];
  /** What handlers were given, by hook, in order. */
  readonly handled: (hook: string) => readonly string[];
  /** What our program was given and answered, one line of JSON for each call. */
  readonly calls: readonly string[];
  /** Our own trace: what ran, how it ended, what was lost. */
  readonly trace: readonly TraceLine[];
  /** The text of a file of the project without surrounding blanks; empty where there is none. */
  readonly file: (path: string) => string;
  /** Processes and connections, where the scenario asked to have them written down. */
  readonly watched: Watched;
  /** The same for what was left in the run's folder, outside home and project. */
  readonly left: (name: string) => string;
}

/** The tool call most scenarios make: it leaves a file behind, so that its having run can be seen. */
export const MARKER = "marker.txt";
export const RUN_MARKER = `echo ran > ${MARKER}`;

export const runsShell = ({ calls }: Recipe): readonly Step[] => [{ calls: [calls.shell(RUN_MARKER)] }];

/** `init` for these agents, for the user or in the project. */
export function initFor(agents: readonly string[], scope: Scope = "user"): RegisteringStep {
  const scopeWords = scope === "user" ? [] : ["--hook-scope", "project"];
  return { ours: ["init", ...agents.flatMap((agent) => ["--add-agent", agent]), ...scopeWords] };
}

/** Files of the project that come after the user has registered, as with a clone. Scripts can be started. */
export function places(files: (folders: Folders) => Readonly<Record<string, string>>): RegisteringStep {
  return { user: ({ folders }) => putAll(folders.project, files(folders)) };
}

/** The run came to its own end, in good order. */
export function ended({ run }: Seen): Claim {
  return ["the agent ended by itself with exit code 0", run.exit === 0 && !run.timedOut];
}

export function reached({ turns }: Seen, text: string, by: number): Claim {
  return [`"${text}" reached the model by request ${by}`, turns.slice(0, by).some((turn) => turn.includes(text))];
}

/** What is claimed only of agents that have another ability as well. */
export function where({ recipe }: Seen, ability: string, ...claims: readonly Claim[]): readonly Claim[] {
  return ability in recipe.cannot ? [] : claims;
}

export function toolRan(seen: Seen, result = "ran"): Claim {
  return [`the tool ran and left "${result}"`, seen.file(MARKER) === result];
}

export function toolBlocked(seen: Seen): Claim {
  return ["the tool did not run", seen.file(MARKER) === ""];
}
