/** One file of a skill, as text or as bytes. */

import { readRegular } from "../../platform/read-regular.ts";
import { type SkillHere, skillFiles } from "./skills-for.ts";

const MOST_BYTES = 4 * 1024 * 1024;

export type SkillContent = { readonly text: string } | { readonly blob: string };

/** `undefined` where the skill has no such file. Only listed files are read, so that no path leads out of the skill. */
export function readSkillFile(skill: SkillHere, path: string): SkillContent | undefined {
  const file = skillFiles(skill).find((one) => one.path === path);
  if (file === undefined) return undefined;
  const bytes = readRegular(file.from, { maxBytes: MOST_BYTES });
  const text = textIn(bytes);
  return text === undefined ? { blob: bytes.toString("base64") } : { text };
}

function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
