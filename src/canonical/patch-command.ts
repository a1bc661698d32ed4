/** A shell command that applies a patch (`apply_patch <<'EOF'` …): the agent, or its program of that name, changes the files that the patch names. */

import { type PatchForm, type PatchSection, patchSections } from "./patch-sections.ts";

export interface CommandPatch {
  /** Files as seen from the folder in which the command starts. */
  readonly sections: readonly PatchSection[];
  /** Why it may touch other files than these. */
  readonly unclear?: string;
}

const FOLDER = /^\s*cd[ \t]+([\w./][\w./-]*|'[\w./][\w./ -]*'|"[\w./][\w./ -]*")[ \t]*&&/;
const HEREDOC = /^\s*apply_?patch[ \t]*<<[ \t]*(?:(\w+)|'(\w+)'|"(\w+)")[ \t]*\n/;

/** `undefined` for any other command. Only a heredoc that stands alone, or behind one `cd`, is followed: elsewhere a shell decides what the patch is. */
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
