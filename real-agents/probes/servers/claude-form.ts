/** Entries in the form that Claude Code introduced. */

import { address, COMMAND, launchArgs, type ProbedFile, QUERY, SYNTAXES } from "./question.ts";

/** Each transport with and without `type`, references, and an entry of no use. `mark` keeps the names of two files apart. */
export function claudeForm(place: string, mark: string, more: Readonly<Record<string, unknown>> = {}): ProbedFile["servers"] {
  const stdio = (name: string) => ({ command: COMMAND, args: launchArgs(name), ...more });
  return {
    [`${mark}s`]: { what: `${place}: stdio without \`type\``, entry: stdio(`${mark}s`) },
    [`${mark}st`]: { what: `${place}: \`type: "stdio"\``, entry: { type: "stdio", ...stdio(`${mark}st`) } },
    [`${mark}h`]: {
      what: `${place}: \`type: "http"\``,
      entry: { type: "http", url: address("http", `${mark}h`), headers: SYNTAXES, ...more },
    },
    [`${mark}e`]: {
      what: `${place}: \`type: "sse"\``,
      entry: { type: "sse", url: address("sse", `${mark}e`), headers: SYNTAXES, ...more },
    },
    [`${mark}q`]: {
      what: `${place}: http, references in the address`,
      entry: { type: "http", url: address("http", `${mark}q`, QUERY), ...more },
    },
  };
}

/** The same and the keys by which Gemini CLI tells transports apart. */
export function geminiForm(place: string, mark: string): ProbedFile["servers"] {
  return {
    ...claudeForm(place, mark),
    [`${mark}u`]: { what: `${place}: \`httpUrl\``, entry: { httpUrl: address("http", `${mark}u`), headers: SYNTAXES } },
    [`${mark}v`]: { what: `${place}: \`url\` alone (sse)`, entry: { url: address("sse", `${mark}v`), headers: SYNTAXES } },
    [`${mark}w`]: { what: `${place}: \`url\` alone (http)`, entry: { url: address("http", `${mark}w`), headers: SYNTAXES } },
  };
}
