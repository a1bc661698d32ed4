/**
 * What the types promise, proved by the compiler: each line marked as an error must be one. Checked with the sources by
 * `npm run typecheck`, and against the built declarations by `package.test.ts`.
 */

import {
  allow,
  type AnswerTo,
  ask,
  context,
  deny,
  endRun,
  type Handlers,
  type InputOf,
  type Json,
  message,
  outcomeOf,
  type Predicate,
  predicateAnswer,
  run,
  runPredicate,
  runSubcommand,
  type Subcommand,
  subcommandResult,
  type ToolCall,
  updatedInput,
} from "@symposium-agents/symposium/sdk";

/** A tool's name tells its input, destructured or not. */
export const toolsAreToldApart: Handlers = {
  PreToolUse({ tool_name, tool_input }) {
    if (tool_name === "Bash") return tool_input.command.startsWith("rm") ? deny("no") : undefined;
    // @ts-expect-error: `command` belongs to Bash
    if (tool_name === "Read") return context(tool_input.command);
    return tool_name === "Edit" && tool_input.file_path.endsWith(".lock") ? ask("A lock file?") : undefined;
  },
  PostToolUse(input) {
    switch (input.tool_name) {
      case "Grep":
        return context(input.tool_input.pattern);
      case "Write":
        return context((input.tool_input.files ?? [input.tool_input.file_path]).join(", "));
      default:
        return context(input.tool_response.stdout ?? input.tool_response.text ?? "");
    }
  },
};

/** Any other tool may come as well, and its input may be anything. */
export function otherTools(call: ToolCall): Json | undefined {
  const name: string = call.tool_name;
  if (call.tool_name === "mcp__github__create_issue") return call.tool_input;
  if (call.tool_name === "view_image" || call.tool_name === "TodoWrite") return call.tool_input;
  if (call.tool_name.startsWith("mcp__") || name === "AskUserQuestion") return name;
  // @ts-expect-error: a misspelt name of a common tool
  if (call.tool_name === "Bahs") return name;
  // @ts-expect-error: what is in it has to be checked first
  if (call.tool_name === "mcp__a__b") return call.tool_input.title;
  return undefined;
}

export const everyEvent: Handlers = {
  PreToolUse: () => ({ ...updatedInput({ command: "ls" }), ...context("changed"), ...message("changed") }),
  PostToolUse: async () => deny("Read the files again."),
  PostToolUseFailure: ({ error = "" }) => context(error),
  PermissionRequest: () => allow(),
  UserPromptSubmit: ({ prompt }) => (prompt === "" ? endRun("Nothing to do.") : undefined),
  SessionStart: ({ source, session_id }) => (source === "resume" && session_id !== null ? undefined : context("hello")),
  SessionEnd: ({ reason }) => void reason,
  Stop: ({ stop_hook_active }) => (stop_hook_active ? undefined : deny("Run the tests.")),
  SubagentStart: ({ agent_type }) => context(agent_type ?? ""),
  SubagentStop: async ({ last_assistant_message }) => (last_assistant_message === undefined ? undefined : deny("Go on.")),
  Notification: (input) => message(input.message ?? ""),
  PreCompact: ({ trigger }) => (trigger === "auto" ? context("Keep the plan.") : undefined),
  ErrorOccurred() {},
};

export const wrongAnswers: Handlers = {
  // @ts-expect-error: there is no input to replace, alone
  SessionStart: () => updatedInput({ command: "ls" }),
  // @ts-expect-error: or beside something that is allowed
  UserPromptSubmit: () => ({ ...context("hello"), ...updatedInput({ prompt: "" }) }),
  // @ts-expect-error: nothing can be prevented
  Notification: () => deny("no"),
  // @ts-expect-error: nor later, or together with context
  PostToolUseFailure: async () => ({ ...context("hello"), ...ask("really?") }),
  // @ts-expect-error: no agent reads an answer
  SessionEnd: () => context("bye"),
  // @ts-expect-error: an answer is an object
  Stop: () => "no",
  // @ts-expect-error: no such decision
  PreToolUse: () => ({ decision: "maybe" }),
};

// @ts-expect-error: no such event
export const wrongEvent: Handlers = { PreToolUses: () => deny("no") };

// @ts-expect-error: a denial has a reason
export const withoutReason = () => deny();

export const wrongInput: Handlers = {
  // @ts-expect-error: a prompt comes with prompts only
  SessionStart: ({ prompt }) => context(prompt),
};

/** In a test, what every event tells may be left out. */
export async function tested(handlers: Handlers): Promise<readonly (string | undefined)[]> {
  const answer: AnswerTo<"PreToolUse"> = await outcomeOf(handlers, "PreToolUse", { tool_name: "AskUserQuestion", tool_input: {} });
  const started = await outcomeOf(handlers, "SessionStart", {});
  // @ts-expect-error: but not what this event is about
  await outcomeOf(handlers, "UserPromptSubmit", {});
  // @ts-expect-error: a session cannot be denied, so there is nothing to look for
  const nothing: "deny" = started.decision;
  return [answer.decision, answer.reason, started.additionalContext, nothing];
}

export const input: InputOf<"Stop"> = { session_id: null, cwd: null, stop_hook_active: false };
export const start = (): Promise<void> => run(everyEvent);

/** Predicates: a boolean, or an answer with what to watch. */
export const predicates: readonly Predicate[] = [
  ({ argument }) => argument === "",
  async ({ env, cwd }) => ({ holds: env["CI"] === undefined, watch: { files: [`${cwd}/a`], variables: ["CI"], time: 60_000 } }),
  // @ts-expect-error: a predicate answers
  () => {},
  // @ts-expect-error: `holds` is not optional
  () => ({ watch: { files: ["a"] } }),
  // @ts-expect-error: files is a list
  () => ({ holds: true, watch: { files: "a" } }),
];

export const subcommands: readonly Subcommand[] = [
  ({ args, print }) => print(args.join(" ")),
  async ({ readStdin, warn }) => {
    warn(readStdin());
    return 2;
  },
];

// @ts-expect-error: an exit code is a number
export const noExitCode: Subcommand = () => "2";

export async function programs(predicate: Predicate, command: Subcommand): Promise<boolean> {
  const { holds, watch } = await predicateAnswer(predicate, { argument: "flake", env: { CI: "1" } });
  const { code, stdout } = await subcommandResult(command, { args: ["a"], stdin: "b" });
  // @ts-expect-error: the argument is a text
  await predicateAnswer(predicate, { argument: 1 });
  await runPredicate(predicate);
  await runSubcommand(command);
  return holds && (watch.files ?? []).length > 0 && code === 0 && stdout !== "";
}
