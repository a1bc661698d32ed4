/** The patch text with which some models edit files (`*** Begin Patch` … `*** End Patch`), as far as hooks need it. */

import { isObject, type Json } from "./json.ts";
import { type PatchForm, type PatchSection, patchSections } from "./patch-sections.ts";
import { rulesFor, toClaudeFields } from "./tool-fields.ts";
import { type NeutralTool, toolCall } from "./tool.ts";

export interface Patch {
  /** Every file it touches, including targets of moves, in order; a line that is unclear is here as it stands. */
  readonly files: readonly string[];
  readonly tool: Extract<NeutralTool, "file_edit" | "file_write">;
  /** Claude's name for its second effect: a patch that edits one file and adds another does both. */
  readonly also: readonly string[];
  /** Why it may touch other files than these. */
  readonly unclear?: string;
}

/** What a patch of these sections does. */
export function readPatch(sections: readonly PatchSection[]): Patch {
  const acts = new Set<string | undefined>();
  const files = new Set<string>();
  let odd: string | undefined;
  for (const { file, act } of sections) {
    acts.add(act);
    files.add(file);
    if (act === undefined) odd ??= file;
  }
  const onlyAdds = acts.size === 1 && acts.has("Add File");
  const mayAdd = acts.has("Add File") || acts.has(undefined) || files.size === 0;
  return {
    files: [...files],
    tool: onlyAdds ? "file_write" : "file_edit",
    also: mayAdd && !onlyAdds ? ["Write", "file_write"] : [],
    ...(files.size === 0 ? { unclear: "the patch names no file in a form that Symposium knows" } : {}),
    ...(odd === undefined ? {} : { unclear: `the patch has a line that may name a file, in a form that Symposium does not know: ${odd}` }),
  };
}

/** A call that applies the patch in this field of its input, as handlers see it: an edit of the files it names. Only the patch determines these. */
export function patchCall(native: string, patch: string, input: Json, field: string, form: PatchForm) {
  const { files, tool, also, unclear } = readPatch(patchSections(patch, form));
  const { [field]: _patch, file_path: _path, ...others } = isObject(input) ? input : {};
  const [first] = files;
  const call = toolCall(native, tool, also);
  const kept = toClaudeFields(others, rulesFor(call, []));
  return {
    tool: call,
    toolInput: { ...(isObject(kept) ? kept : {}), ...(first === undefined ? {} : { file_path: first }), files, patch },
    ...(unclear === undefined ? {} : { unclear }),
  };
}
