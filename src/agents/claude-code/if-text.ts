/** The text patterns of permission rules: `git *`, `npm run:*`, `* --force`. */

import type { SimpleCommand } from "./if-command.ts";

/** A test of a whole text. A final ` *` may stand for nothing where it is the only star. A backslash makes a star plain. */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern
    .trim()
    .replace(/\s+/g, " ")
    .split(/(?<!\\)\*/)
    .map((part) => part.replaceAll("\\*", "*"));
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  if (rest.length === 0 && last === "" && first.endsWith(" ")) return (text) => text === first.slice(0, -1) || text.startsWith(first);
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let from = first.length;
    for (const part of rest) {
      const at = text.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from + last.length <= text.length;
  };
}

/** A rule about one program, whatever its arguments: `git *`, `git:*`, `git*`. */
const ONE_PROGRAM = /^[^\s*]*(?: \*|:\*|\*)$/;

/** `undefined` where the answer depends on what the shell will put into the command. */
export function commandTest(pattern: string): (command: SimpleCommand) => boolean | undefined {
  const fits = pattern.endsWith(":*") ? prefix(pattern.slice(0, -2)) : wildcard(pattern);
  return ({ words, isCertain }) => {
    if (fits(words.join(" "))) return true;
    return isCertain || ONE_PROGRAM.test(pattern) ? false : undefined;
  };
}

function prefix(words: string): (text: string) => boolean {
  return (text) => text === words || text.startsWith(`${words} `);
}
