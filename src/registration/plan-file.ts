/** Plans one agent's file from what we wrote before, what is wanted now, and its content. */

import type { Trouble } from "../config-files/editor.ts";
import type { LedgerFile } from "../config-files/ledger.ts";
import { actionOf, heldRemark, type Changed, type FileOrder, type FilePlan, type Remark } from "./file-plan.ts";
import { removeByForm } from "./remove-by-form.ts";
import { agentOf, foldersOf } from "./own-hook-file.ts";
import { containersOfOurs, entriesIn, type EntriesOrder, type PlannedEntries, registerEntries, unregisterEntries } from "./plan-entries.ts";
import { planPluginFile } from "./plan-plugin-file.ts";
import { snippetOf } from "./snippet.ts";
import { takeOver } from "./take-over.ts";
import { digestOf, missingFolders, protection, readUserFile } from "../config-files/user-file.ts";

export function planFile(order: FileOrder): FilePlan {
  const { file } = order.identity;
  const read = readUserFile(file);
  if (!read.ok) return refused(order, null, read.trouble);
  const content = order.wanted?.content.kind ?? order.recorded?.content ?? "entries";
  const changed = content === "plugin-file" ? planPluginFile(order, read.text) : changeEntries(order, read.text);
  if (!changed.ok) return refused(order, read.text, changed.trouble);
  const { after, remarks } = changed;
  const hindrance = after === read.text ? undefined : protection(file, after === null);
  if (hindrance !== undefined) return refused(order, read.text, { message: hindrance });
  const snippet = order.wanted === undefined || after === read.text ? undefined : snippetOf(order.wanted);
  return {
    ...order.identity,
    ...(order.recorded === undefined ? {} : { recorded: order.recorded }),
    action: actionOf(read.text, after),
    before: read.text,
    after,
    ...(after === null || !changed.isIn ? {} : { record: recordOf(order, { ...changed, content, before: read.text, after }) }),
    remarks,
    ...(snippet === undefined ? {} : { snippet }),
  };
}

function changeEntries(fileOrder: FileOrder, before: string | null): Changed {
  const { identity, wanted, recorded, placeholder, frames } = fileOrder;
  const [agent = ""] = identity.agents;
  const taken = before?.includes("cargo-agents") === true ? takeOver(before, frames) : undefined;
  if (taken?.ok === false) return taken;
  const isOurs = taken?.isAllOfIt === true;
  const isRecorded = recorded !== undefined && (before === null || entriesIn(before, recorded.insertions).there > 0);
  // Containers of a file without our entries may be the user's.
  const known = (recorded?.insertions ?? []).filter(({ kind }) => before !== null && (isRecorded || kind === "item"));
  const order = { text: isOurs ? "" : (taken?.text ?? before ?? ""), known, agent, ...(placeholder === undefined ? {} : { placeholder }) };
  const planned =
    wanted?.content.kind === "entries"
      ? registerEntries(order, wanted.content.entries, identity.scope === "user")
      : before === null
        ? NOTHING
        : unregisterEntries(order);
  if (!planned.ok) return planned;
  const readopted = before === null || recorded !== undefined ? undefined : readopt(fileOrder, before, order);
  if (readopted !== undefined) return readopted;
  const createdFile = before === null || isOurs || (isRecorded && recorded.createdFile);
  const after = wanted === undefined && createdFile && isBlank(planned.text) ? null : planned.text;
  const adopted = before === null || recorded !== undefined || wanted === undefined ? [] : containersOfOurs(before, planned, agent);
  const insertions = [...planned.insertions, ...adopted];
  return {
    ok: true,
    after,
    insertions,
    isIn: insertions.length > 0,
    createdFile,
    remarks: [...takenOver(taken?.count ?? 0), ...remarksOn(planned)],
  };
}

/**
 * A user's file with our entries but without a ledger record, as after our records were lost. If removing and re-adding them
 * gives the same bytes, it is known what we made: the lists around them, and perhaps the file.
 */
function readopt({ identity, wanted, frames }: FileOrder, before: string, order: EntriesOrder): Changed | undefined {
  const agent = agentOf(identity);
  if (agent === undefined || identity.scope !== "user" || wanted?.content.kind !== "entries") return undefined;
  const removed = removeByForm(before, agent, frames);
  if (!removed.ok || removed.count === 0) return undefined;
  const text = removed.isAllOfIt ? "" : removed.text;
  const planned = registerEntries({ ...order, text, known: [] }, wanted.content.entries, false);
  if (!planned.ok || planned.text !== before) return undefined;
  const createdFolders = removed.isAllOfIt ? foldersOf(identity.file, agent, identity.scope) : [];
  return {
    ok: true,
    after: before,
    insertions: planned.insertions,
    isIn: true,
    createdFile: removed.isAllOfIt,
    createdFolders,
    remarks: remarksOn(planned),
  };
}

const NOTHING: PlannedEntries = { ok: true, text: "", insertions: [], changed: [], held: [] };

function isBlank(text: string): boolean {
  return text.replace("\uFEFF", "").trim() === "";
}

function takenOver(count: number): Remark[] {
  return count === 0 ? [] : [{ level: "note", message: `${count} ${count === 1 ? "entry" : "entries"} of cargo-agents replaced` }];
}

function remarksOn({ changed, held }: Extract<PlannedEntries, { ok: true }>): Remark[] {
  return [
    ...changed.map((list): Remark => ({
      level: "warning",
      message: `the entry in ${list} was changed by hand, so Symposium leaves it to you`,
    })),
    ...held.map(heldRemark),
  ];
}

interface Recording extends Pick<Extract<Changed, { ok: true }>, "insertions" | "createdFile" | "createdFolders"> {
  readonly content: LedgerFile["content"];
  readonly before: string | null;
  readonly after: string;
}

function recordOf({ identity, recorded, date }: FileOrder, recording: Recording): LedgerFile {
  const { content, before, after, insertions, createdFile, createdFolders = [] } = recording;
  const digest = digestOf(after);
  return {
    ...identity,
    content,
    insertions,
    createdFile,
    createdFolders:
      before === null
        ? [...new Set([...(recorded?.createdFolders ?? []), ...missingFolders(identity.file)])]
        : (recorded?.createdFolders ?? createdFolders),
    digest,
    date: recorded?.digest === digest ? recorded.date : date,
  };
}

/** The file stays unchanged; it still contains what we wrote earlier, so the record stays too. */
function refused({ identity, wanted, recorded }: FileOrder, before: string | null, trouble: Trouble): FilePlan {
  const place = trouble.line === undefined ? identity.file : `${identity.file}:${trouble.line}:${trouble.column ?? 1}:`;
  const snippet = wanted === undefined ? undefined : snippetOf(wanted);
  const kept = recorded === undefined ? {} : { recorded, record: recorded };
  const message = `${place} ${trouble.message}`;
  const remark: Remark = { level: "error", message, ...(snippet === undefined ? {} : { snippet }) };
  return { ...identity, ...kept, action: "refused", before, after: before, remarks: [remark] };
}
