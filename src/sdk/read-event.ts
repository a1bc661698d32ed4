export type EventReading =
  | { readonly event: string; readonly input: object; readonly problem?: undefined }
  /** What is wrong with the text, and what to change. */
  | { readonly problem: string };

/** The event in the text on stdin: one object, under the name of its event. */
export function readEvent(text: string): EventReading {
  if (text.trim() === "") return { problem: `nothing came on stdin; a handler reads one event there, such as ${EXAMPLE}` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `stdin is not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { problem: `stdin holds no event, such as ${EXAMPLE}` };
  const [[event, input] = ["", undefined], ...others] = Object.entries(value);
  // An event that is younger than this file is one too: it has no handler, and that is no failure.
  // What every object has (`constructor`) begins with a small letter.
  if (others.length === 0 && /^[A-Z][A-Za-z]*$/.test(event) && isObject(input)) return { event, input };
  // Some agents name their event like this too, but not themselves.
  const isInterchange = typeof value["event"] === "string" && typeof value["agent"] === "string";
  return { problem: isInterchange ? INTERCHANGE : NATIVE };
}

const EXAMPLE = '{"SessionStart":{"session_id":null,"cwd":null}}';
const REMEDY = 'in SYMPOSIUM.toml write format = "symposium" on this hook, or leave format out';
const INTERCHANGE = `stdin holds an input of the interchange format: ${REMEDY}`;
const NATIVE = `stdin holds no event of the symposium format but looks like an agent's own payload: ${REMEDY}, and let the agent call symposium-hook, not this handler`;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
