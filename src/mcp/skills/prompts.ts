/** Skills as prompts, for clients in which people choose them by name. */

import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

import type { PlacedContext } from "../../platform/places.ts";
import { readSkillFile } from "./read-skill-file.ts";
import { type SkillHere, skillsFor } from "./skills-for.ts";

export function listPrompts(skills: readonly SkillHere[]): Prompt[] {
  return skills.map(({ name, description }) => ({ name, description }));
}

export async function getPrompt(app: PlacedContext, name: string): Promise<GetPromptResult> {
  const skill = (await skillsFor(app)).find((one) => one.name === name);
  const read = skill === undefined ? undefined : readSkillFile(skill, "SKILL.md");
  if (skill === undefined || read === undefined || !("text" in read))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no skill ${JSON.stringify(name)} applies here`);
  const text = `The files of this skill are in ${skill.directory}\n\n${read.text}`;
  return { description: skill.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
