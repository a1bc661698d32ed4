/** Recognises calls of our launcher in agents' server files (RG-24), in the form that we write. */

import { isObject, type Json } from "../canonical/json.ts";

/** Whether both are calls of our launcher with the same words: our directory may have been elsewhere when one was written. */
export function isLauncherOf(value: Json | undefined, wanted: Json): boolean {
  const [ours, other] = [servedBy(wanted), servedBy(value)];
  return ours !== undefined && ours === other;
}

/** The words after `serve`, where the entry starts our launcher and nothing else. */
export function servedBy(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const texts = Array.isArray(member) ? (member as readonly Json[]) : [];
    const at = texts.findIndex((text) => typeof text === "string" && LAUNCHER.test(text));
    if (at < 0 || !CALLS.has(key)) continue;
    const inText = CMD.exec(String(texts[at]))?.[1];
    if (inText !== undefined) return inText;
    const [name, serve, ...words] = texts.slice(at + 1);
    return name === "symposium" && serve === "serve" ? words.join(" ") : undefined;
  }
  return undefined;
}

/** The keys under which agents expect the words of a command. */
const CALLS = new Set(["args", "command"]);

const LAUNCHER =
  /^(?:unset BUN_OPTIONS BUN_BE_BUN; set -- (?:~|"(?:\\.|""|[^"\\])*"(?!")).*symposium-hook "\$@"; case \$1 in|set BUN_OPTIONS=&.*\\symposium-hook\.exe serve )/su;
const CMD = /\\symposium-hook\.exe serve ([^)]*)\)/u;
