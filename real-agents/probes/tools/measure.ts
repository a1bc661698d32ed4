/** Starts an agent in one mode and reads two things: the tools in its requests to the model, and what its hooks are given before each call. */

import type { NativeCall } from "../../model-server/script.ts";
import type { LoggedRequest } from "../../model-server/server.ts";
import { probe } from "../probe.ts";
import type { ToolMode, ToolModes } from "./question.ts";

export interface ToolsSeen {
  readonly mode: string;
  /** Offered to the model, in order of the alphabet. */
  readonly offered: readonly string[];
  readonly calls: readonly CallSeen[];
}

export interface CallSeen {
  readonly tool: string;
  /** The tool's name and the keys of its input as the hook got them; absent where no event came. */
  readonly hook?: { readonly name: string; readonly fields: readonly string[] };
}

export async function seeTools(
  { recipe, before }: ToolModes,
  { mode, by, calls }: ToolMode,
  base: string,
  place: number,
): Promise<ToolsSeen> {
  const wanted: NativeCall[] = [];
  const run = await probe(
    recipe,
    {
      name: String(place),
      ...by,
      steps: (folders) => {
        const asked = calls?.(folders) ?? [];
        wanted.push(...asked);
        return asked.map((call) => ({ calls: [call] }));
      },
    },
    base,
  );
  const payloads = run.hooks.filter(({ event }) => event === before).map(({ payload }) => payload);
  const offered = new Set(run.requests.flatMap(toolsIn));
  return { mode, offered: [...offered].toSorted(), calls: matched(wanted, payloads) };
}

/** An event belongs to the first call that still waits and has a text in common with it, or its name where it has no text. */
function matched(wanted: readonly NativeCall[], payloads: readonly string[]): CallSeen[] {
  const waiting = [...payloads];
  return wanted.map((call) => {
    const tool = call.namespace === undefined ? call.name : `${call.namespace}.${call.name}`;
    const place = waiting.findIndex((payload) => textsOf(call).some((text) => payload.includes(JSON.stringify(text).slice(1, -1))));
    const [payload] = place === -1 ? [] : waiting.splice(place, 1);
    return payload === undefined ? { tool } : { tool, hook: callIn(payload) };
  });
}

function textsOf({ name, args, text }: NativeCall): string[] {
  const texts = [text, ...Object.values(args)].filter((value): value is string => typeof value === "string" && value !== "scripted");
  return texts.length === 0 ? [name] : texts.slice(0, 2);
}

interface Payload {
  readonly tool_name?: string;
  readonly toolName?: string;
  readonly tool_input?: unknown;
  readonly toolArgs?: unknown;
  readonly input?: { readonly tool?: string };
  readonly output?: { readonly args?: unknown };
}

function callIn(text: string): { name: string; fields: readonly string[] } {
  const { tool_name, toolName, tool_input, toolArgs, input, output } = JSON.parse(text) as Payload;
  const given = tool_input ?? toolArgs ?? output?.args;
  return {
    name: tool_name ?? toolName ?? input?.tool ?? "?",
    fields: typeof given === "object" && given !== null ? Object.keys(given) : [typeof given],
  };
}

interface OfferedTool {
  readonly name?: string;
  readonly type?: string;
  readonly function?: { readonly name?: string };
  readonly functionDeclarations?: readonly OfferedTool[];
  readonly tools?: readonly OfferedTool[];
}

function toolsIn({ body }: LoggedRequest): string[] {
  const { tools = [] } = (body ?? {}) as { readonly tools?: readonly OfferedTool[] };
  return tools.flatMap(namesOf);
}

function namesOf({ name, type, function: inner, functionDeclarations = [], tools = [] }: OfferedTool): string[] {
  if (functionDeclarations.length > 0) return functionDeclarations.flatMap(namesOf);
  if (tools.length > 0) return tools.flatMap(namesOf).map((one) => `${name ?? ""}.${one}`);
  return [inner?.name ?? name ?? type ?? "?"];
}
