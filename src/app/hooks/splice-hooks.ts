/** Puts encoded hooks into a file that may exist already: added to what is there, never in its place. */

import type { FileEntry } from "../../agents/hook-files.ts";
import { editorsFor, editorFor } from "../../config-files/editors.ts";
import type { Trouble } from "../../config-files/editor.ts";
import { protection, readUserFile } from "../../config-files/user-file.ts";
import { type FilePlan, actionOf } from "../../registration/file-plan.ts";
import { planInstalled } from "../../registration/plan-installed.ts";

export interface SpliceOrder {
  /** The absolute path. */
  readonly file: string;
  readonly format: "json" | "toml" | "javascript" | "manifest";
  readonly entries: readonly FileEntry[];
  /** The whole text of a new file. */
  readonly content: string;
}

export interface SplicedFile {
  readonly file: string;
  readonly action: FilePlan["action"];
  readonly before: string | null;
  readonly after: string;
  /** Why it is left as it is. */
  readonly refused?: string;
}

export async function spliceHooks({ file, format, entries, content }: SpliceOrder, now?: string | null): Promise<SplicedFile> {
  const read = now === undefined ? readUserFile(file) : ({ ok: true, text: now } as const);
  if (!read.ok) return left(file, null, read.trouble);
  const before = read.text;
  const hindrance = protection(file);
  if (hindrance !== undefined) return left(file, before, { message: hindrance });
  if (before === null || before.trim() === "") return { file, action: actionOf(before, content), before, after: content };
  if (format === "javascript") {
    if (before === content) return { file, action: "none", before, after: before };
    return left(file, before, { message: "is a program, to which nothing can be added; move it away, or write to another file" });
  }
  const editor = format === "manifest" ? (await editorsFor([file]))(file) : await editorFor(format);
  const wanted = [{ manifest: "", digest: "", agents: [], entries }];
  const spliced = planInstalled({ text: before, known: [], recorded: [], kept: [], wanted, editor });
  if (!spliced.ok) return left(file, before, spliced.trouble);
  return { file, action: actionOf(before, spliced.text), before, after: spliced.text };
}

function left(file: string, before: string | null, { message, line, column = 1 }: Trouble): SplicedFile {
  const place = line === undefined ? file : `${file}:${line}:${column}:`;
  return { file, action: "refused", before, after: before ?? "", refused: `${place} ${message}` };
}
