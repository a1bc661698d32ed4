/** Looking into an answer of unknown shape. Types are checked the way strict readers do: a field is absent or of its type. */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parsed value, or `undefined` when the text is not one JSON document. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The names of required fields that are not there. */
export function missing(input: Fields, required: readonly string[]): readonly string[] {
  return required.filter((name) => input[name] === undefined || input[name] === null);
}

/** A type check per field name; fields without a check are unknown. */
export type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

export const isText = (value: unknown): boolean => typeof value === "string";
export const isFlag = (value: unknown): boolean => typeof value === "boolean";
export const oneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === "string" && words.includes(value);

/** Known fields whose value has the wrong type. */
export function wrongTypes(fields: Fields, shape: Shape): readonly string[] {
  return Object.keys(fields).filter((name) => {
    const check = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return check !== undefined && fields[name] !== undefined && !check(fields[name]);
  });
}

export function unknownNames(fields: Fields, shape: Shape): readonly string[] {
  return Object.keys(fields).filter((name) => !Object.hasOwn(shape, name));
}
