/** A tool's input and result as Claude Code gives them to its hooks. */

import { isAbsolute } from "node:path";

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import type { ToolCall } from "../../canonical/tool.ts";
import { put } from "../../lookup.ts";
import { FILE_TOOLS, type Folders, wholePath } from "../whole-path.ts";

/** An object, whatever the caller gives. Claude Code resolves the path of a file, and says whether an edit replaces every place. */
export function claudeToolInput({ tool, toolInput = {} }: HookInput, folders: Folders): JsonObject {
  if (!isObject(toolInput)) return { input: toolInput };
  if (!FILE_TOOLS.includes(tool?.neutral)) return toolInput;
  const { file_path, files, command: _action, ...rest } = toolInput;
  const isWholeEdit = tool?.neutral === "file_edit" && typeof rest["old_string"] === "string" && typeof rest["new_string"] === "string";
  const given: Record<string, Json | undefined> = {};
  if (typeof file_path === "string") put(given, "file_path", wholePath(file_path, folders));
  for (const [key, value] of Object.entries(rest)) put(given, key, value);
  if (isWholeEdit && rest["replace_all"] === undefined) put(given, "replace_all", false);
  if (Array.isArray(files))
    put(
      given,
      "files",
      (files as readonly Json[]).map((file) => (typeof file === "string" ? wholePath(file, folders) : file)),
    );
  return given;
}

/** In the shape of Claude's own tool. What the caller does not report has an empty value. */
export function claudeToolResponse(tool: ToolCall, input: Json, response: JsonObject): Json {
  const fields = isObject(input) ? input : {};
  if (tool.mcp !== undefined) return blocks(response);
  switch (tool.neutral) {
    case "shell":
      return {
        stdout: textOf(response),
        stderr: stringOr(response["stderr"], ""),
        interrupted: response["interrupted"] === true,
        isImage: false,
        noOutputExpected: false,
      };
    case "file_read":
      return { type: "text", file: readFile(fields, textOf(response)) };
    case "file_write":
      return {
        type: "create",
        filePath: pathOf(fields),
        content: stringOr(fields["content"], ""),
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      };
    case "file_edit":
      return {
        filePath: pathOf(fields),
        oldString: stringOr(fields["old_string"], ""),
        newString: stringOr(fields["new_string"], ""),
        originalFile: null,
        structuredPatch: [],
        userModified: false,
        replaceAll: fields["replace_all"] === true,
      };
    case "search": {
      const content = textOf(response);
      return { mode: "content", numFiles: 0, filenames: [], content, numLines: linesOf(content).length };
    }
    case "find": {
      const filenames = linesOf(textOf(response)).filter(isAbsolute);
      return { filenames, durationMs: 0, numFiles: filenames.length, truncated: false };
    }
    case "web_search":
      return { query: stringOr(fields["query"], ""), results: [textOf(response)], durationSeconds: 0 };
    case "web_fetch":
      return { url: stringOr(fields["url"], ""), result: textOf(response) };
    case "agent":
      return {
        status: "completed",
        prompt: stringOr(fields["prompt"], ""),
        agentType: stringOr(fields["subagent_type"], ""),
        content: [{ type: "text", text: textOf(response) }],
      };
    default:
      return response;
  }
}

function blocks({ content, text }: JsonObject): Json {
  if (Array.isArray(content)) return content as readonly Json[];
  return typeof text === "string" ? [{ type: "text", text }] : [];
}

function textOf({ stdout, text }: JsonObject): string {
  return stringOr(stdout, stringOr(text, ""));
}

function pathOf(fields: JsonObject): string {
  return stringOr(fields["file_path"], "");
}

function readFile(fields: JsonObject, content: string): JsonObject {
  const numLines = content.split("\n").length;
  const startLine = typeof fields["offset"] === "number" ? fields["offset"] : 1;
  return { filePath: pathOf(fields), content, numLines, startLine, totalLines: startLine - 1 + numLines };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
