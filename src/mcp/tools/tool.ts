/** One of our tools as the client sees it, and what a call of it does. */

import type { CallToolResult, ServerContext, Tool } from "@modelcontextprotocol/server";

import { messageOf } from "../../canonical/error-message.ts";
import { UserError } from "../../errors.ts";
import { lookUp } from "../../lookup.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface OfferedTool {
  readonly definition: Tool;
  /** A `UserError` becomes a result that says so. */
  readonly call: (args: Arguments, where: CallContext) => Promise<CallToolResult>;
}

export type Arguments = Readonly<Record<string, unknown>>;

export interface CallContext {
  /** In the client's folder. */
  readonly app: PlacedContext;
  readonly request: ServerContext["mcpReq"];
}

export function textResult(text: string, isError = false): CallToolResult {
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

export function jsonResult(value: unknown): CallToolResult {
  return textResult(JSON.stringify(value, null, 1));
}

export function errorResult(error: unknown): CallToolResult {
  if (!isUserError(error)) return textResult(messageOf(error), true);
  const lines = [error.message, ...(error.details ?? []), ...(error.hint === undefined ? [] : [`hint: ${error.hint}`])];
  return textResult(lines.join("\n"), true);
}

/** By its name: the native program has the class once for each file that is loaded when needed. */
function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === "UserError";
}

/** A string among the arguments; throws where it is something else. */
export function textOf(args: Arguments, key: string): string | undefined {
  const value = lookUp(args, key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new UserError("ARGUMENT", `\`${key}\` must be a string`);
  return value;
}
