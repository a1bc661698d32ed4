/** The patch text with which some models edit files (`*** Begin Patch` … `*** End Patch`), as far as hooks need it. */

import { isObject, type Json, type JsonObject } from "./json.ts";
import { rulesFor, toClaudeFields } from "./tool-fields.ts";
import { type NeutralTool, toolCall } from "./tool.ts";

interface Patch {
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
    unclear: files.size === 0 ? "the patch names no file in a form that Symposium knows" : undefined,
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

/** How an agent finds the lines of a patch that name files. */
export interface PatchForm {
  readonly lines: RegExp;
  /** Its groups are the act and the rest of the line. */
  readonly heading: RegExp;
  /** A blank in front of the name belongs to it. */
  readonly keepsBlank?: true;
}

export interface PatchSection {
  /** The name of the file, or the whole line where it is unclear. */
  readonly file: string;
  /** `Add File` and the like; absent for a line that could name a file, but not in a form that the agent is known to read. */
  readonly act?: string;
  /** The text of a new file; absent for one that is changed, moved or deleted. */
  readonly content?: string;
  /** The lines that go, and the lines that come, both with what is around them. */
  readonly before: string;
  readonly after: string;
}

/** What any known agent reads, for one whose own program is unknown. */
export const ANY_PATCH: PatchForm = { lines: /\r\n?|\n/, heading: /^[\s\u0085]*\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/s };

export function patchSections(text: string, form: PatchForm): readonly PatchSection[] {
  const sections: PatchSection[] = [];
  let now: { file: string; act: string; before: string[]; after: string[] } | undefined;
  const close = () => {
    if (now === undefined) return;
    const { file, act } = now;
    const [before, after] = [now.before.join("\n"), now.after.join("\n")];
    const content = act === "Add File" ? { content: after === "" ? "" : `${after}\n` } : {};
    sections.push({ file, act, ...content, before, after });
  };
  for (const line of text.split(form.lines)) {
    const [, act, rest = ""] = form.heading.exec(line) ?? [];
    const name = form.keepsBlank === true ? withoutEnd(rest) : withoutEnd(rest).trimStart();
    if (act !== undefined && name.trim() !== "") {
      // What is moved is written in its new place, with the lines that follow.
      if (act !== "Move to") close();
      else if (now !== undefined) sections.push({ file: now.file, act: now.act, before: "", after: "" });
      now = { file: name, act, before: [], after: [] };
    } else if (mayNameFile(line)) {
      close();
      now = undefined;
      sections.push({ file: line.trim(), before: "", after: "" });
    } else if (now !== undefined && !line.startsWith("***") && !line.startsWith("@@")) {
      const [mark, other] = [line.slice(0, 1), line.slice(1)];
      if (mark === "+" || mark === " ") now.after.push(other);
      if (mark === "-" || mark === " ") now.before.push(other);
    }
  }
  close();
  return sections;
}

const OTHER_LINE_ENDS = /[\r\v\f\u0085\u2028\u2029]/;
const FIRST_IS_STAR = /^[^\x21-\x7e]*\*/;
const ACT = /^\*\*+(?:add|create|new|update|edit|modify|change|delete|remove|move|rename|copy)(?:file|path|to|:)/i;

/** Whether some program could read it as a heading: stars, then a word for an act, whatever stands between the letters. */
function mayNameFile(line: string): boolean {
  for (const part of [line, ...line.split(OTHER_LINE_ENDS)])
    if (FIRST_IS_STAR.test(part) && ACT.test(part.replace(/[^a-z:*]/gi, ""))) return true;
  return false;
}

/** A loop: a pattern would look at every run of blanks again from each of its characters. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s\u0085]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A shell command that applies a patch (`apply_patch <<'EOF'` …): the agent, or its program of that name, changes the files in the patch. */
interface CommandPatch {
  /** Files as seen from the folder in which the command starts. */
  readonly sections: readonly PatchSection[];
  /** Why it may touch other files than these. */
  readonly unclear?: string;
}

const FOLDER = /^\s*cd[ \t]+([\w./][\w./-]*|'[\w./][\w./ -]*'|"[\w./][\w./ -]*")[ \t]*&&/;
const HEREDOC = /^\s*apply_?patch[ \t]*<<[ \t]*(?:(\w+)|'(\w+)'|"(\w+)")[ \t]*\n/;

/** `undefined` for any other command. Follows only a heredoc alone, or behind one `cd`: elsewhere a shell decides what the patch is. */
export function patchInCommand(command: string, form: PatchForm): CommandPatch | undefined {
  if (!/\bapply_?patch\b/.test(command) || !command.includes("*** Begin Patch")) return undefined;
  const [behind = "", quoted = ""] = FOLDER.exec(command) ?? [];
  const call = command.slice(behind.length);
  const [start = "", bare, ...words] = HEREDOC.exec(call) ?? [];
  const body = bodyOf(call.slice(start.length), bare ?? words.find((word) => word !== undefined));
  // A shell puts values into a heredoc whose word is not quoted.
  if (body === undefined || (bare !== undefined && /[$`\\]/.test(body))) {
    const unclear = "a shell command applies a patch in a way that Symposium cannot follow (apply_patch <<'EOF' alone is one that it can)";
    return { sections: patchSections(command, form), unclear };
  }
  const folder = quoted.replaceAll(/['"]/g, "");
  return { sections: patchSections(body, form).map((section) => ({ ...section, file: within(folder, section) })) };
}

/** What stands in front of the line that ends the heredoc, where nothing stands behind it. */
function bodyOf(text: string, word: string | undefined): string | undefined {
  const lines = text.split("\n");
  const end = word === undefined ? -1 : lines.indexOf(word);
  return end < 0 || lines.slice(end + 1).some((line) => line.trim() !== "") ? undefined : lines.slice(0, end).join("\n");
}

function within(folder: string, { file, act }: PatchSection): string {
  if (folder === "" || act === undefined || /^(?:[/\\]|[a-z]:)/i.test(file)) return file;
  return folder.endsWith("/") ? folder + file : `${folder}/${file}`;
}

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

export function marked(mark: string, text: unknown): string[] {
  return typeof text === "string" && text !== "" ? text.split("\n").map((line) => mark + line) : [];
}
