/** What a package must never have, even where a file of the plugin does: secrets, and paths of this machine (AP-5). */

import { isUtf8 } from "../../host/engine.ts";
import { AGENT_PLUGIN, SERVERS } from "../../plugins/agent-plugin/format.ts";
import { secretInWords, secretShape, statedSecret } from "../../plugins/secrets.ts";
import { type ExportLoss, exportLoss } from "./losses.ts";
import type { PackageFile } from "./skills.ts";

/** `folders` are those of this machine: the user's home, and the plugin's own. */
export function hiddenContent(files: readonly PackageFile[], folders: readonly string[]) {
  const refusals: string[] = [];
  const losses: ExportLoss[] = [];
  // A home of one letter, or none, is in every text.
  const known = folders.filter((folder) => folder.length > 2);
  for (const { path, bytes } of files) {
    if (!isUtf8(bytes)) continue;
    const isWritten = path === AGENT_PLUGIN || path === SERVERS;
    const lines = new TextDecoder().decode(bytes).split("\n");
    for (const [index, line] of lines.entries()) {
      const place = `${path}:${index + 1}`;
      const secret = secretShape(line.trim()) ?? (isWritten ? secretInMember(line, lines[index - 1]) : undefined);
      if (secret !== undefined) refusals.push(`${place} has what looks like ${secret}`);
      const named = known.some((folder) => names(line, folder));
      if (named && isWritten) refusals.push(`${place} names a folder of this machine`);
      else if (named) losses.push(exportLoss("file-of-machine", place));
    }
  }
  return { refusals, losses };
}

/** In what Symposium writes, each text has a line: a member's name says what its value is, and an option what the next argument is. */
function secretInMember(line: string, lineBefore = ""): string | undefined {
  const { name, value } = memberIn(line);
  const before = name === "" ? memberIn(lineBefore).value : "";
  return secretShape(value, name) ?? secretInWords(value, before) ?? (PROSE.test(name) ? undefined : statedSecret(value, name, before));
}

/** Members that people read, and no program runs. */
const PROSE = /^(?:description|title|summary|prompt|status[_-]message)$/i;

function memberIn(line: string): { readonly name: string; readonly value: string } {
  const [, name = "", value = ""] = /^\s*(?:"([^"]*)": )?"((?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*)",?$/.exec(line) ?? [];
  return { name, value: JSON.parse(`"${value}"`) as string };
}

/** Not where the name goes on: that is another folder. In JSON a backslash is written twice. */
function names(line: string, folder: string): boolean {
  const rests = [folder, JSON.stringify(folder).slice(1, -1)].flatMap((text) => line.split(text).slice(1));
  return rests.some((rest) => !/^[\w.-]/.test(rest));
}
