export type EventReading =
  | { readonly event: string; readonly input: object; readonly problem?: undefined }
  /** The problem with the text, and what to change. */
  | { readonly problem: string };

/** The event in the text on stdin: one object, under the name of its event. */
export function readEvent(text: string): EventReading {
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
