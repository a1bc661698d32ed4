/** Cursor's events and what its code does with an answer at each. */

import { NOTHING, type Obeys } from "../../oracles/oracle.ts";

export interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
  /** Asks for permission: exit 2, and an answer that cannot be read, deny. */
  readonly permission?: true;
  /** What exit 2 leaves at the others: the prompt is not sent. */
  readonly exit2?: true;
}

const CONTEXT: Obeys = { ...NOTHING, context: true };
const BLOCK: Obeys = { ...NOTHING, block: true };

export const EVENTS: Readonly<Record<string, EventLaw>> = {
  preToolUse: { neutral: "PreToolUse", can: { ...NOTHING, block: true, rewrite: true, context: true }, permission: true },
  postToolUse: { neutral: "PostToolUse", can: CONTEXT },
  postToolUseFailure: { neutral: "PostToolUseFailure", can: CONTEXT },
  beforeSubmitPrompt: { neutral: "UserPromptSubmit", can: { ...NOTHING, block: true, context: true }, exit2: true },
  sessionStart: { neutral: "SessionStart", can: CONTEXT },
  sessionEnd: { neutral: "SessionEnd", can: NOTHING },
  stop: { neutral: "Stop", can: BLOCK },
  subagentStart: { neutral: "SubagentStart", can: BLOCK, permission: true },
  subagentStop: { neutral: "SubagentStop", can: BLOCK },
  // Its message for the user is the only one there is, so hooks for all agents do not count on it.
  preCompact: { neutral: "PreCompact", can: NOTHING },
  // The same calls once more, seen from another side, and events no other agent has.
  beforeShellExecution: { neutral: null, can: { ...BLOCK, ask: true }, permission: true },
  afterShellExecution: { neutral: null, can: NOTHING },
  beforeMCPExecution: { neutral: null, can: { ...BLOCK, ask: true }, permission: true },
  afterMCPExecution: { neutral: null, can: NOTHING },
  beforeReadFile: { neutral: null, can: BLOCK, permission: true },
  afterFileEdit: { neutral: null, can: NOTHING },
  beforeTabFileRead: { neutral: null, can: BLOCK, permission: true },
  afterTabFileEdit: { neutral: null, can: NOTHING },
  afterAgentResponse: { neutral: null, can: NOTHING },
  afterAgentThought: { neutral: null, can: NOTHING },
  workspaceOpen: { neutral: null, can: NOTHING },
};

/** The fields that a hook can change in the input of a tool that runs on this machine. MCP tools take all, and the service is handed all. */
export const TAKEN: Readonly<Record<string, readonly string[]>> = {
  Shell: ["command", "cwd", "timeout"],
  Write: ["file_path"],
  Read: ["file_path"],
  Delete: ["file_path"],
  List: ["file_path"],
  ReadLints: ["file_path"],
  Grep: ["pattern", "file_path"],
  Fetch: ["url"],
  ListMcpResources: ["server"],
  FetchMcpResource: ["server", "uri", "download_path"],
  WriteShellStdin: [],
  ComputerUse: [],
  RecordScreen: [],
};
