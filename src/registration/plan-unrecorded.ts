/** Plans a file without a record, when everything we wrote is removed (RG-24): our entries are recognised by their form, or stay and are listed. */

import { isRegisteredPlugin } from "../agents/registered-plugin.ts";
import type { EditorOf } from "../config-files/editors.ts";
import type { Context } from "../context.ts";
import { gitTracks } from "../platform/git-tracks.ts";
import { protection, readUserFile } from "../config-files/user-file.ts";
import { actionOf, heldRemark, type FileOrder, type FilePlan, type Remark } from "./file-plan.ts";
import { removeByForm } from "./remove-by-form.ts";
import { agentOf, foldersOf, framesOf, isChangedFrame, isNamedForUs, isBareFrame } from "./own-hook-file.ts";
import { foldersAround, removeServersByForm, type ServerPlaceIn } from "./unrecorded-servers.ts";
import { takeOver } from "./take-over.ts";

/** Our share of a file: its text without that, or `null` where nothing else is in it. */
interface Share {
  readonly after: string | null;
  readonly remarks: readonly Remark[];
}

/** A file that an agent reads hooks from, servers, or both. */
export interface Unrecorded {
  readonly hooks?: FileOrder["identity"];
  readonly servers?: ServerPlaceIn;
}

/** `undefined` where nothing we wrote is in it. */
export async function planUnrecorded({ hooks, servers }: Unrecorded, editorOf: EditorOf, context: Context): Promise<FilePlan | undefined> {
  const place = hooks ?? servers;
  const read = place === undefined ? undefined : readUserFile(place.file);
  if (place === undefined || read?.ok !== true || read.text === null) return undefined;
  const before = read.text;
  const { file, agents, scope, workspace } = place;
  const identity = { file, agents, scope, ...(workspace === undefined ? {} : { workspace }) };
  const share = withServers(hooks === undefined ? undefined : shareIn(hooks, before), servers, before, editorOf);
  if (share === undefined) return undefined;
  const stays = (...remarks: Remark[]): FilePlan => ({ ...identity, action: "none", before, after: before, remarks });
  if (share.after === before) return stays(...share.remarks);
  const tracked = await gitTracks(identity.file, context);
  if (tracked === "yes") return stays(TEAMS);
  if (tracked === "unknown") return stays(listed(identity.file, "git does not answer whether it tracks this file"));
  const hindrance = protection(identity.file, share.after === null);
  if (hindrance !== undefined) {
    return { ...stays(listed(identity.file, `it ${hindrance}`)), action: "refused" };
  }
  return {
    ...identity,
    action: actionOf(before, share.after),
    before,
    after: share.after,
    remarks: share.remarks,
    ...(share.after === null ? { emptied: foldersIn({ hooks, servers }) } : {}),
  };
}

function foldersIn({ hooks, servers }: { readonly [K in keyof Unrecorded]: Unrecorded[K] | undefined }): readonly string[] {
  if (hooks !== undefined) return foldersOf(hooks.file, agentOf(hooks), hooks.scope);
  return servers === undefined ? [] : foldersAround(servers);
}

/** What is left without our servers, too. */
function withServers(share: Share | undefined, place: ServerPlaceIn | undefined, before: string, editorOf: EditorOf): Share | undefined {
  const text = share === undefined ? before : share.after;
  if (place === undefined || text === null || !text.includes("symposium-hook")) return share;
  const { file, tables } = place;
  const removed = removeServersByForm(text, tables, editorOf(file));
  if (!removed.ok) return share ?? { after: before, remarks: [listed(file, removed.trouble.message)] };
  if (removed.count === 0 && removed.left.length === 0) return share;
  const remarks = [
    ...(share?.remarks ?? []),
    ...removed.left.map((name) => listed(file, `the server ${name} calls Symposium and was changed by hand`)),
  ];
  return { after: removed.isAllOfIt ? null : removed.text, remarks };
}

const TEAMS: Remark = {
  level: "warning",
  message: "git tracks this file and Symposium has no record of it, so its entries may belong to your team; Symposium leaves it unchanged",
};

function listed(file: string, why: string): Remark {
  return { level: "error", message: `${file} was left unchanged: ${why}` };
}

function shareIn(identity: FileOrder["identity"], before: string): Share | undefined {
  const { file } = identity;
  const agent = agentOf(identity);
  if (agent === undefined) return undefined;
  if (agent.registration.content.kind === "plugin-file") {
    if (isRegisteredPlugin(before)) return { after: null, remarks: [] };
    return before.includes("symposium-hook") ? { after: before, remarks: [listed(file, NOT_AS_WRITTEN)] } : undefined;
  }
  const frames = framesOf(agent);
  if (!/symposium|cargo-agents/.test(before) && !isNamedForUs(file)) return undefined;
  const taken = takeOver(before, frames);
  const removed = taken.ok ? removeByForm(taken.text, agent, frames) : taken;
  if (!taken.ok || !removed.ok) {
    // An unreadable file may contain anything; it matters only where our name is in it.
    return before.includes("symposium-hook") ? { after: before, remarks: [listed(file, `${troubleOf(removed)}`)] } : undefined;
  }
  const count = taken.count + removed.count;
  if (count === 0 && removed.left.length === 0) {
    if (isBareFrame(file, before, agent)) return { after: null, remarks: [] };
    return isChangedFrame(file, before, agent) ? { after: before, remarks: [listed(file, NOT_AS_WRITTEN)] } : undefined;
  }
  const remarks = [
    ...removed.left.map((event) => listed(file, `the entry that calls Symposium at ${event} was changed by hand`)),
    ...removed.held.map(heldRemark),
  ];
  if (count > 0 && removed.isAllOfIt) return { after: null, remarks };
  const isOthers = isNamedForUs(file) && removed.left.length === 0;
  return { after: removed.text, remarks: isOthers ? [...remarks, listed(file, "it has other content too")] : remarks };
}

const NOT_AS_WRITTEN = "it was changed by hand";

function troubleOf(removed: { readonly ok: boolean; readonly trouble?: { readonly message: string } }): string {
  return removed.trouble?.message ?? NOT_AS_WRITTEN;
}
