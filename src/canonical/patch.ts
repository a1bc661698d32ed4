/** The patch text with which some models edit files (`*** Begin Patch` … `*** End Patch`), as far as hooks need it. */

import { isObject, type Json } from "./json.ts";
import { type NeutralTool, toolCall } from "./tool.ts";

export interface Patch {
  /** Every file it touches, including targets of moves, in order. */
  readonly files: readonly string[];
  readonly tool: Extract<NeutralTool, "file_edit" | "file_write">;
  /** Claude's name for its second effect: a patch that edits one file and adds another does both. */
  readonly also: readonly string[];
}

const HEADING = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/;

/** What the patch does, or `undefined` when the text is not a patch. */
export function readPatch(text: string): Patch | undefined {
  const files: string[] = [];
  const acts = new Set<string>();
  for (const line of text.split("\n")) {
    const [, act, file] = HEADING.exec(line.trimEnd()) ?? [];
    if (act === undefined || file === undefined) continue;
    acts.add(act);
    if (!files.includes(file.trim())) files.push(file.trim());
  }
  if (files.length === 0) return undefined;
  const adds = acts.has("Add File");
  const onlyAdds = adds && acts.size === 1;
  return { files, tool: onlyAdds ? "file_write" : "file_edit", also: adds && !onlyAdds ? ["Write", "file_write"] : [] };
}

/** A call that applies the patch in this field of its input, as handlers see it: an edit of the files it names. */
export function patchCall(native: string, patch: string, input: Json, field: string) {
  const read = readPatch(patch);
  const { [field]: _, ...others } = isObject(input) ? input : {};
  const [first] = read?.files ?? [];
  return {
    tool: toolCall(native, read?.tool ?? "file_edit", read?.also),
    toolInput: { ...others, ...(first === undefined ? {} : { file_path: first }), files: read?.files ?? [], patch },
  };
}

/** The patch inside a shell command that calls `apply_patch` with a heredoc, or `undefined`. */
export function patchInCommand(command: string): Patch | undefined {
  return /\bapply_patch\b/.test(command) && command.includes("*** Begin Patch") ? readPatch(command) : undefined;
}
