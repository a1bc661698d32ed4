/** For authors of hooks: programs that read one event on stdin and print one answer. */

import type { EventName } from "../model/event.ts";
import type { Json } from "../model/json.ts";
import type { AnswerTo } from "./answers.ts";
import type { EventFields, EveryInput, InputOf } from "./inputs.ts";
import { endWith, keepStdout, readAll, writeAll } from "./stdio.ts";

/**
 * Makes a program of the handlers: reads the event on stdin, calls its handler, prints the answer and exits. The
 * exit code is 0, with or without an answer, and 1 with a message on stderr on failure. It does not wait for what is still
 * running after the answer (a timer, a connection), because the agent is waiting.
 */
export async function run(handlers: Handlers): Promise<void> {
  keepStdout();
  // Never 2, which would block.
  const fail = (message: string): never => endWith(1, message);
  process.once("beforeExit", () => fail("the handler's promise was never settled"));
  try {
    const reading = readEvent(readAll());
    if (reading.problem !== undefined) return fail(reading.problem);
    writeAll(1, await answerLine(handlers, reading.event, reading.input));
  } catch (error) {
    return fail(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  process.exit(0);
}

/** One function for each event you handle. */
export type Handlers = { readonly [Event in EventName]?: Handler<Event> };

export type Handler<Event extends EventName> = (input: InputOf<Event>) => Answered<Event> | Promise<Answered<Event>>;

type Answered<Event extends EventName> = AnswerTo<Event> | null | undefined | void;

/** The line to print: the answer under the name of its event, or nothing where there is none. Throws what the handler throws. */
async function answerLine(handlers: Handlers, event: string, input: object): Promise<string> {
  // Methods of a class count (RT-33); what every object inherits does not.
  const handler = Object.hasOwn(Object.prototype, event)
    ? undefined
    : (handlers as Partial<Record<string, (input: object) => unknown>>)[event];
  const answer: unknown = await handler?.call(handlers, input);
  if (answer === undefined || answer === null) return "";
  if (typeof answer !== "object" || Array.isArray(answer)) {
    const right = "return deny(…), context(…) or a similar answer, or nothing";
    throw new TypeError(`the handler of ${event} returned ${JSON.stringify(answer)}: ${right}`);
  }
  const text = JSON.stringify(answer);
  return text === "{}" ? "" : `{${JSON.stringify(event)}:${text}}\n`;
}

/** The event in the text on stdin: one object, under the name of its event. Else the problem with the text, and what to change. */
function readEvent(text: string) {
  if (text.trim() === "") return { problem: `stdin is empty; a handler reads one event there, such as ${EXAMPLE}` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `stdin is not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { problem: `stdin is not an event, such as ${EXAMPLE}` };
  const [[event, input] = ["", undefined], ...others] = Object.entries(value);
  // An event that is newer than this file is valid too: it has no handler, and that is not a failure.
  // What every object inherits (`constructor`) starts with a lower-case letter.
  if (others.length === 0 && /^[A-Z][A-Za-z]*$/.test(event) && isObject(input)) return { event, input };
  // Some agents also name their event like this, but not themselves.
  const isInterchange = typeof value["event"] === "string" && typeof value["agent"] === "string";
  return { problem: isInterchange ? INTERCHANGE : NATIVE };
}

const EXAMPLE = '{"SessionStart":{"session_id":null,"cwd":null}}';
const REMEDY = 'in SYMPOSIUM.toml write format = "symposium" on this hook, or remove format';
const INTERCHANGE = `stdin is an input in the interchange format: ${REMEDY}`;
const NATIVE = `stdin is not an event in the symposium format, but looks like an agent's own payload: ${REMEDY}, and let the agent call symposium-hook, not this handler`;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a test must give: session and folder may be omitted, and a tool may have any name. */
export type TestInput<Event extends EventName> = Partial<EveryInput> & AnyTool<EventFields[Event]>;

type AnyTool<Fields> = Fields extends { tool_name: string }
  ? Omit<Fields, "tool_name" | "tool_input"> & { readonly tool_name: string; readonly tool_input: Json }
  : Fields;

/**
 * For tests: what the handlers answer to this event, as it would be read from their output. `{}` is no opinion. Rejects
 * with what the handler throws.
 */
export async function outcomeOf<Event extends EventName>(
  handlers: Handlers,
  event: Event,
  input: TestInput<Event>,
): Promise<AnswerTo<Event>> {
  const line = await answerLine(handlers, event, { session_id: null, cwd: null, ...input });
  return line === "" ? {} : (JSON.parse(line) as Record<Event, AnswerTo<Event>>)[event];
}
