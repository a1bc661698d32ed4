/** The lines of YAML that a program wrote: `key: value` pairs by indentation, without anchors, tags or texts over several lines. */

export interface Pair {
  readonly key: string;
  /** Empty where the value is on the next lines. */
  readonly value: string;
}

/** `undefined` for anything else than a pair on one line. */
export function pairOf(line: string): Pair | undefined {
  const first = line[0];
  if (first === '"' || first === "'") {
    const end = endOfQuoted(line);
    if (end === -1 || line[end] !== ":" || (end + 1 < line.length && line[end + 1] !== " ")) return undefined;
    return { key: unquoted(line.slice(0, end)), value: line.slice(end + 1).trim() };
  }
  if (first === undefined || "-?:,[]{}#&*!|>%@`<".includes(first)) return undefined;
  const at = line.indexOf(": ");
  if (at !== -1) return { key: line.slice(0, at), value: line.slice(at + 2).trim() };
  return line.endsWith(":") ? { key: line.slice(0, -1), value: "" } : undefined;
}

/** The place after the closing quote of the text that begins at `start`; -1 without one. */
export function endOfQuoted(text: string, start = 0): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (quote === "'" && text[at + 1] === "'") at++;
      else return at + 1;
    }
  }
  return -1;
}

/** The text of a value on one line. */
export function unquoted(text: string): string {
  if (text.length < 2) return text;
  if (text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  if (!text.includes("\\")) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

export function indentOf(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === SPACE) at++;
  return at - start;
}

const SPACE = 32;

/** Where the line ends, without its newline; with `\r\n` before both. */
export function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

/** Of a line between two places, without indentation and a `\r`. */
export function lineText(text: string, start: number, end: number): string {
  return text.slice(start, text.charCodeAt(end - 1) === RETURN ? end - 1 : end);
}

const RETURN = 13;
