/** A patch text file by file, for handlers that know only edits of one file. */

export interface PatchSection {
  readonly file: string;
  /** The text of a new file; absent for one that is changed, moved or deleted. */
  readonly content?: string;
  /** The lines that go, and the lines that come, both with what is around them. */
  readonly before: string;
  readonly after: string;
}

const HEADING = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/;

export function patchSections(text: string): readonly PatchSection[] {
  const sections: PatchSection[] = [];
  let now: { file: string; isNew: boolean; before: string[]; after: string[] } | undefined;
  const close = () => {
    if (now === undefined) return;
    const [before, after] = [now.before.join("\n"), now.after.join("\n")];
    const content = now.isNew ? { content: after === "" ? "" : `${after}\n` } : {};
    sections.push({ file: now.file, ...content, before, after });
  };
  for (const line of text.split("\n")) {
    const [, act, name] = HEADING.exec(line.trimEnd()) ?? [];
    if (act !== undefined && name !== undefined) {
      // What is moved is written in its new place, with the lines that follow.
      if (act !== "Move to") close();
      else if (now !== undefined) sections.push({ file: now.file, before: "", after: "" });
      now = { file: name.trim(), isNew: act === "Add File", before: [], after: [] };
    } else if (now !== undefined && !line.startsWith("***") && !line.startsWith("@@")) {
      const [mark, rest] = [line.slice(0, 1), line.slice(1)];
      if (mark === "+" || mark === " ") now.after.push(rest);
      if (mark === "-" || mark === " ") now.before.push(rest);
    }
  }
  close();
  return sections;
}
