import type { EventName } from "../canonical/event.ts";
import type { AnswerTo } from "./answers.ts";
import type { InputOf } from "./inputs.ts";

/** One function for each event you handle. */
export type Handlers = { readonly [Event in EventName]?: Handler<Event> };

export type Handler<Event extends EventName> = (input: InputOf<Event>) => Answered<Event> | Promise<Answered<Event>>;

type Answered<Event extends EventName> = AnswerTo<Event> | null | undefined | void;

/** The line to print: the answer under the name of its event, or nothing where there is none. Throws what the handler throws. */
export async function answerLine(handlers: Handlers, event: string, input: object): Promise<string> {
  // Methods of a class count (RT-33); what every object inherits does not.
  const handler = Object.hasOwn(Object.prototype, event)
    ? undefined
    : (handlers as Partial<Record<string, (input: object) => unknown>>)[event];
  const answer: unknown = await handler?.call(handlers, input);
  if (answer === undefined || answer === null) return "";
  if (typeof answer !== "object" || Array.isArray(answer)) {
    throw new TypeError(
      `the handler of ${event} returned ${JSON.stringify(answer)}: return deny(…), context(…) or a similar answer, or nothing`,
    );
  }
  const text = JSON.stringify(answer);
  return text === "{}" ? "" : `{${JSON.stringify(event)}:${text}}\n`;
}
