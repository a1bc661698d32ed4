/** A file that we own as a whole, which an agent loads: written, replaced or deleted as one, unless the user changed it. */

import type { LedgerHooks } from "../config-files/ledger.ts";
import type { Changed, FileOrder } from "./file-plan.ts";
import { digestOf } from "../config-files/user-file.ts";
import { agentOf, foldersOf } from "./own-hook-file.ts";

interface WholeFile {
  readonly text: string;
  readonly hooks: readonly LedgerHooks[];
}

export function planPluginFile(order: FileOrder, before: string | null): Changed {
  const { identity, recorded } = order;
  const digests = recorded === undefined ? [] : [recorded.digest, ...(recorded.formerDigests ?? [])];
  const isAsWritten = before !== null && digests.includes(digestOf(before));
  const whole = wholeFile(order, before);
  const nothing = { insertions: [], servers: [], hooks: [] };
  if (whole === undefined) {
    if (before === null || isAsWritten) return { ok: true, after: null, ...nothing, isIn: false, createdFile: false, remarks: [] };
    const remark = { level: "warning", message: "this file was changed by hand, so Symposium leaves it to you" } as const;
    return { ok: true, after: before, ...nothing, isIn: false, createdFile: false, remarks: [remark] };
  }
  const { text, hooks } = whole;
  if (before === null || before === text || isAsWritten) {
    const createdFolders = foldersOf(identity.file, agentOf(identity), identity.scope);
    return { ok: true, after: text, ...nothing, hooks, isIn: true, createdFile: true, createdFolders, remarks: [] };
  }
  return { ok: false, trouble: { message: "was changed by hand; move it away and run this again to write a new one" } };
}

/** `undefined` where the file goes. */
function wholeFile({ wanted, installed, recorded }: FileOrder, before: string | null): WholeFile | undefined {
  if (wanted?.content.kind === "plugin-file") return { text: wanted.content.text, hooks: [] };
  const [hooks] = installed?.wanted ?? [];
  if (hooks?.text !== undefined) {
    const { manifest, digest, agents, text } = hooks;
    return { text, hooks: [{ manifest, digest, agents, insertions: [] }] };
  }
  const kept = installed === undefined ? recorded?.hooks : installed.kept;
  return kept === undefined || kept.length === 0 || before === null ? undefined : { text: before, hooks: kept };
}
