/** The command of a converted entry (IX-12). The hook program gives it the payload of its own agent; without the program the agent continues. */

import { isObject, type JsonObject, parseJson } from "../model/json.ts";
import { quotedWord, unquotedWord } from "../model/safe-text.ts";
import { FORMER_FRONT, posixCall } from "./registered-text.ts";

export interface ShimEntry {
  /** The agent that the command was written for, or `hooks` for the interchange format. */
  readonly source: string;
  /** The agent in whose file the entry is, and its name for the event. */
  readonly on: string;
  readonly event: string;
  readonly denies: "json" | "exit-code";
  /** The caller sends and reads the interchange format, because we write the code that calls. */
  readonly inEnvelope?: true;
  /** The rest of the hook, as the program and the converter read it. */
  readonly hook: JsonObject;
  readonly command: string;
  /** Our directory, absolute, where the user moved it. */
  readonly place?: string;
}

type WrittenEntry = Omit<ShimEntry, "hook"> & { readonly hook: object };

const ENVELOPE_FLAG = "--envelope";

export function shimEntryText({ source, on, event, denies, inEnvelope, hook, command, place }: WrittenEntry): string {
  const words = [
    `shim ${source} --on ${on} --event ${event}`,
    ...(inEnvelope === true ? [ENVELOPE_FLAG] : []),
    `--hook ${quotedWord(JSON.stringify(hook))}`,
    `-- ${quotedWord(command)}`,
  ];
  return posixCall(words.join(" "), denies, place);
}

const WORD = String.raw`(?:'[^']*'|\\')+`;
const ENTRY = new RegExp(
  String.raw`^(?:${FORMER_FRONT.posix})?set -- (?:~/\.symposium|"((?:[^"\\]|\\.|\\\$"")*)"); case .*? shim ([\w-]+) --on ([\w-]+) --event ([\w.-]+)( ${ENVELOPE_FLAG})? --hook (${WORD}) -- (${WORD}) \|\| (:|\[)`,
  "s",
);

/** `undefined` for any other text, also for a text that Symposium wrote and a person changed. */
export function readShimEntry(text: string): ShimEntry | undefined {
  if (!text.includes('/bin/symposium-hook" shim ')) return undefined;
  const [, place, source = "", on = "", event = "", envelope, hook = "", command = "", end] = ENTRY.exec(text) ?? [];
  const read = parseJson(unquotedWord(hook));
  if (!isObject(read)) return undefined;
  const entry: ShimEntry = {
    source,
    on,
    event,
    denies: end === "[" ? "exit-code" : "json",
    inEnvelope: envelope === undefined ? undefined : (true as const),
    hook: read,
    command: unquotedWord(command),
    place: place === undefined ? undefined : place.replaceAll('\\$""', "$").replaceAll(/\\(["\\`])/g, "$1"),
  };
  return shimEntryText(entry) === withoutFormerFront(text) ? entry : undefined;
}

/** A converted command of the former form as it is written now; any other text as it is. */
export function presentShimText(text: string): string {
  return text.startsWith(FORMER_FRONT.posix) && readShimEntry(text) !== undefined ? withoutFormerFront(text) : text;
}

/** The same for a whole plugin file that contains such commands, in quotes of any kind. */
export function presentShimTexts(file: string): string {
  return file.replaceAll(`${FORMER_FRONT.posix}set -- `, "set -- ");
}

function withoutFormerFront(text: string): string {
  return text.startsWith(FORMER_FRONT.posix) ? text.slice(FORMER_FRONT.posix.length) : text;
}
