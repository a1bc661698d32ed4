/** Handlers as data: one description gives the shell script that runs in a process and the ending of the in-process run. */

/** Fields of the symposium format; `%EVENT%` in a text stands for the event. */
export interface AnswerFields {
  readonly decision?: "allow" | "ask" | "deny";
  readonly reason?: string;
  readonly additionalContext?: string;
  readonly continue?: false;
  readonly stopReason?: string;
  readonly systemMessage?: string;
  readonly suppressOutput?: true;
}

export type Handler =
  | { readonly kind: "answers"; readonly fields: AnswerFields; readonly exit?: number; readonly format?: "interchange" }
  /** Replaces one field of the tool input; with `sees`, the text goes on to say whether that was in the input already. */
  | {
      readonly kind: "rewrites";
      readonly text: string;
      readonly sees?: string;
      readonly fields?: AnswerFields;
      readonly format?: "interchange";
    }
  /** `%OTHER%` in the text stands for an event that this one is not. */
  | { readonly kind: "prints"; readonly text: string }
  | { readonly kind: "exits"; readonly code: number; readonly stderr: string }
  | { readonly kind: "dies" }
  | { readonly kind: "sleeps" }
  | { readonly kind: "missing" };

/** How a handler process ends, in the words of the runtime's handler runner. */
export type Ending =
  | { readonly kind: "exited"; readonly code: number; readonly stdout: string; readonly stderr: string; readonly ms: number }
  | { readonly kind: "signalled"; readonly signal: string; readonly stdout: string; readonly stderr: string; readonly ms: number }
  | { readonly kind: "timed-out"; readonly stdout: string; readonly stderr: string; readonly ms: number }
  | { readonly kind: "missing"; readonly message: string; readonly ms: number };

/** The field a rewriting handler replaces is the first of these it is given; otherwise it adds the last. */
const REPLACEABLE = ["patch", "command", "content", "new_string", "pattern", "query", "prompt", "file_path", "url"];
const ADDED = "note";

/** A folder in which every handler keeps quiet, so that a call shows only what earlier ones left behind. */
export const QUIET = "/quiet/please";

const OTHERS = ["ErrorOccurred", "PreToolUse"] as const;

export const SAW = "after the first";
export const SAW_NOT = "on its own";

export function endingOf(handler: Handler, event: string, stdin: string): Ending {
  const silent = { stdout: "", stderr: "", ms: 1 };
  if (stdin.includes(QUIET)) return { kind: "exited", code: 0, ...silent };
  switch (handler.kind) {
    case "answers":
      return { kind: "exited", code: handler.exit ?? 0, ...silent, stdout: template(handler).replaceAll("%EVENT%", event) };
    case "rewrites": {
      const field = REPLACEABLE.find((name) => stdin.includes(`"${name}":`)) ?? ADDED;
      const saw = handler.sees !== undefined && inToolInput(handler.sees).test(stdin) ? SAW : SAW_NOT;
      const stdout = template(handler).replaceAll("%EVENT%", event).replaceAll("%FIELD%", field).replaceAll("%SAW%", saw);
      return { kind: "exited", code: 0, ...silent, stdout };
    }
    case "prints":
      return { kind: "exited", code: 0, ...silent, stdout: handler.text.replaceAll("%OTHER%", OTHERS.find((one) => one !== event) ?? "") };
    case "exits":
      return { kind: "exited", code: handler.code, ...silent, stderr: handler.stderr };
    case "dies":
      return { kind: "signalled", signal: "SIGKILL", ...silent };
    case "sleeps":
      return { kind: "timed-out", ...silent, ms: 200 };
    case "missing":
      return { kind: "missing", message: "no such file", ms: 1 };
  }
}

/** What the agent itself sent stands after the session, and does not count. */
function inToolInput(text: string): RegExp {
  return new RegExp(`"tool_input":.*${text}.*"session_id":`, "s");
}

/** The same handler as a script for `sh`, which gets the event as its first argument; `undefined` where there is no file. */
export function scriptOf(handler: Handler): string | undefined {
  const act = actOf(handler);
  return act === undefined ? undefined : `IFS= read -r input\ncase $input in *${QUIET}*) exit 0 ;; esac\n${act}`;
}

/** A line that prints a text in which these words stand for what the shell knows. No program is started for it: thousands of calls run this. */
function printing(text: string): string {
  const words = { "%EVENT%": "$1", "%FIELD%": "$field", "%SAW%": "$saw", "%OTHER%": "$other" };
  const quoted = Object.entries(words).reduce((all, [word, value]) => all.replaceAll(word, `'"${value}"'`), text.replaceAll("'", `'\\''`));
  return `printf '%s' '${quoted}'\n`;
}

function actOf(handler: Handler): string | undefined {
  switch (handler.kind) {
    case "answers":
      return `${printing(template(handler))}exit ${handler.exit ?? 0}\n`;
    case "rewrites": {
      const branches = REPLACEABLE.map((name) => `  *'"${name}":'*) field=${name} ;;`);
      const sees =
        handler.sees === undefined ? [] : [`case $input in *'"tool_input":'*'${handler.sees}'*'"session_id":'*) saw='${SAW}' ;; esac`];
      const choice = [`field=${ADDED}`, "case $input in", ...branches, "esac", `saw='${SAW_NOT}'`, ...sees];
      return `${choice.join("\n")}\n${printing(template(handler))}`;
    }
    case "prints":
      return `other=${OTHERS[0]}\n[ "$1" != "$other" ] || other=${OTHERS[1]}\n${printing(handler.text)}`;
    case "exits":
      return `printf '%s' '${handler.stderr}' >&2\nexit ${handler.code}\n`;
    case "dies":
      return "kill -KILL $$\n";
    case "sleeps":
      return "exec sleep 30\n";
    case "missing":
      return undefined;
  }
}

function template(handler: Extract<Handler, { kind: "answers" | "rewrites" }>): string {
  const changes =
    handler.kind === "rewrites" ? { "%FIELD%": handler.sees === undefined ? handler.text : `${handler.text} %SAW%` } : undefined;
  const { fields = {} } = handler;
  if (handler.format === "interchange") {
    const { additionalContext, stopReason: _, systemMessage, ...same } = fields;
    return JSON.stringify({ ...same, context: additionalContext, system_message: systemMessage, updated_input: changes });
  }
  return JSON.stringify({ "%EVENT%": { ...fields, updatedInput: changes } });
}
