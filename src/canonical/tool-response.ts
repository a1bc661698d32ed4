/** A tool's result for handlers: always an object, with `stdout` for shells and `text` for the rest; native keys are kept. */

import { isObject, type Json, type JsonObject } from "./json.ts";
import type { NeutralTool } from "./tool.ts";

export function toolResponse(native: Json | undefined, tool: NeutralTool | undefined, text = textOf(native)): JsonObject {
  const key = tool === "shell" ? "stdout" : "text";
  const named: JsonObject = text === undefined ? {} : { [key]: text };
  if (isObject(native)) return { ...named, ...native };
  return Array.isArray(native) ? { content: native, ...named } : named;
}

/** The text of a result: a string, a list of content blocks, or an object that contains either. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const texts = value.map((part: Json) => (typeof part === "string" ? part : textOfBlock(part))).filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join("\n");
  }
  if (!isObject(value)) return undefined;
  if (Array.isArray(value["content"]) || typeof value["content"] === "string") return textOf(value["content"]);
  const file = value["file"];
  return textOfBlock(value) ?? (isObject(file) && typeof file["content"] === "string" ? file["content"] : undefined);
}

function textOfBlock(block: Json): string | undefined {
  return isObject(block) && typeof block["text"] === "string" ? block["text"] : undefined;
}
