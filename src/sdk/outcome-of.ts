import type { EventName } from "../canonical/event.ts";
import type { Json } from "../canonical/json.ts";
import type { AnswerTo } from "./answers.ts";
import { answerLine, type Handlers } from "./handlers.ts";
import type { EveryInput, EventFields } from "./inputs.ts";

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
