/**
 * A plugin's command that an agent calls as a tool of Symposium's own MCP server (MC-7). Hooks for a shell apply to it (RT-10), so they also find
 * the call as it would look there. The tool itself has no such field.
 */

import type { HookInput } from "./input.ts";
import { isObject, type Json } from "./json.ts";
import { servedCommand } from "./tool.ts";
import { lookUp } from "../lookup.ts";

export function withServedCommand(input: HookInput): HookInput {
  const command = shellText(input);
  if (command === undefined || !isObject(input.toolInput)) return input;
  return { ...input, toolInput: { ...input.toolInput, command } };
}

/** The fields that a handler wants, without ours; `undefined` where it wants another command, which no input of the tool can express. */
export function withoutServedCommand(input: HookInput, fields: Json): Json | undefined {
  const command = shellText(input);
  if (command === undefined || !isObject(fields)) return fields;
  const { command: wanted, ...rest } = fields;
  return wanted === undefined || wanted === command ? rest : undefined;
}

function shellText({ tool, nativeToolInput }: HookInput): string | undefined {
  const name = tool === undefined ? undefined : servedCommand(tool);
  if (name === undefined) return undefined;
  const args = isObject(nativeToolInput) ? lookUp(nativeToolInput, "args") : undefined;
  const words = Array.isArray(args) ? args.map((word) => (typeof word === "string" ? word : JSON.stringify(word))) : [];
  return ["symposium", name, ...words.map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
