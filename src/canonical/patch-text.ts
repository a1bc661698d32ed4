/** The patch (`*** Begin Patch` …) that writes or edits one file. */

import type { JsonObject } from "./json.ts";

/** `undefined` where no file is named. */
export function patchFor({ file_path: file, content, old_string: before, new_string: after }: JsonObject): string | undefined {
  if (typeof file !== "string") return undefined;
  // A heading is one line: a path with line breaks must not become several.
  const path = file.replaceAll(/[\r\n]+/g, " ");
  const change =
    typeof content === "string"
      ? [`*** Add File: ${path}`, ...marked("+", content.replace(/\n$/, ""))]
      : [`*** Update File: ${path}`, "@@", ...marked("-", before), ...marked("+", after)];
  return ["*** Begin Patch", ...change, "*** End Patch"].join("\n");
}

function marked(mark: string, text: unknown): string[] {
  return typeof text === "string" && text !== "" ? text.split("\n").map((line) => mark + line) : [];
}
