/** A file that we own as a whole, which an agent loads: written, replaced or deleted as one, unless the user changed it. */

import type { Changed, FileOrder } from "./file-plan.ts";
import { digestOf } from "../config-files/user-file.ts";
import { agentOf, foldersOf } from "./own-hook-file.ts";

export function planPluginFile({ identity, wanted, recorded }: FileOrder, before: string | null): Changed {
  const digests = recorded === undefined ? [] : [recorded.digest, ...(recorded.formerDigests ?? [])];
  const isAsWritten = before !== null && digests.includes(digestOf(before));
  if (wanted?.content.kind !== "plugin-file") {
    if (before === null || isAsWritten)
      return { ok: true, after: null, insertions: [], servers: [], isIn: false, createdFile: false, remarks: [] };
    const remark = { level: "warning", message: "this file was changed by hand, so Symposium leaves it to you" } as const;
    return { ok: true, after: before, insertions: [], servers: [], isIn: false, createdFile: false, remarks: [remark] };
  }
  const { text } = wanted.content;
  if (before === null || before === text || isAsWritten) {
    const createdFolders = foldersOf(identity.file, agentOf(identity), identity.scope);
    return { ok: true, after: text, insertions: [], servers: [], isIn: true, createdFile: true, createdFolders, remarks: [] };
  }
  return { ok: false, trouble: { message: "was changed by hand; move it away and run this again to write a new one" } };
}
