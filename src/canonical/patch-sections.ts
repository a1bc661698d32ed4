/** A patch text (`*** Begin Patch` … `*** End Patch`) file by file, as the agent that applies it reads it. */

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
export const ANY_PATCH: PatchForm = {
  lines: /\r\n?|\n/,
  heading: /^[\s\u0085]*\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/s,
};

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
