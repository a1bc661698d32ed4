/**
 * Files without a record, when everything we wrote is removed (RG-24): our entries and MCP servers are recognised by their form, or stay and
 * are listed.
 */

import { userPlace } from "../../agents/agent-paths.ts";
import { AGENTS } from "../../agents/list.ts";
import { isRegisteredPlugin } from "../../agents/registered-calls.ts";
import { mentionsUs } from "../../agents/registered-text.ts";
import { serverFilePath } from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import type { Editor, Place } from "../../files/editor.ts";
import type { EditorOf } from "../../files/editors.ts";
import { heldRemark, type Remark } from "../../files/plan-ours.ts";
import { servedBy } from "../../files/plan-servers.ts";
import { isAllOfIt, type Removed, removePlaces } from "../../files/remove-places.ts";
import { valueAt } from "../../files/splice/values.ts";
import { protection, readUserFile } from "../../files/user-file.ts";
import { gitTracks } from "../../host/git.ts";
import { joined } from "../../host/places.ts";
import { isObject, type Json } from "../../model/json.ts";
import { actionOf, type FileOrder, type FilePlan } from "./file-plan.ts";
import { agentOf, foldersNamed, foldersOf, framesOf, isBareFrame, isChangedFrame, isNamedForUs } from "./our-entries.ts";
import { removeByForm } from "./our-forms.ts";
import { takeOver } from "./rust-tool.ts";

type Identity = FileOrder["identity"];

/** Our share of a file: its text without that, or `null` where nothing else is in it. */
interface Share {
  readonly after: string | null;
  readonly remarks: readonly Remark[];
}

export interface Unrecorded {
  readonly hooks?: Identity;
  readonly servers?: ServerPlaceIn;
}

export async function planUnrecorded({ hooks, servers }: Unrecorded, editorOf: EditorOf, context: Context): Promise<FilePlan[]> {
  const place = hooks ?? servers;
  const read = place === undefined ? undefined : readUserFile(place.file);
  if (place === undefined || read?.ok !== true || read.text === null) return [];
  const before = read.text;
  const { file, agents, scope, workspace } = place;
  const identity = { file, agents, scope, workspace };
  const share = withServers(hooks === undefined ? undefined : shareIn(hooks, before), servers, before, editorOf);
  if (share === undefined) return [];
  const stays = (...remarks: Remark[]): FilePlan[] => [{ ...identity, action: "none", before, after: before, remarks }];
  if (share.after === before) return stays(...share.remarks);
  const tracked = await gitTracks(file, context);
  if (tracked === "yes") return stays(TEAMS);
  if (tracked === "unknown") return stays(listed(file, "git does not answer whether it tracks this file"));
  const hindrance = protection(file, share.after === null);
  if (hindrance !== undefined) return stays(listed(file, `it ${hindrance}`)).map((plan) => ({ ...plan, action: "refused" }));
  const { after, remarks } = share;
  const emptied = hooks === undefined ? foldersAround(place) : foldersOf(file, agentOf(hooks), scope);
  return [{ ...identity, action: actionOf(before, after), before, after, remarks, emptied: after === null ? emptied : undefined }];
}

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

function shareIn(identity: Identity, before: string): Share | undefined {
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
    return before.includes("symposium-hook")
      ? { after: before, remarks: [listed(file, removed.ok ? NOT_AS_WRITTEN : removed.trouble.message)] }
      : undefined;
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

interface ServerPlaceIn extends Identity {
  /** The keys that lead to its tables; `ANY` stands for every key. */
  readonly tables: readonly (readonly string[])[];
}

const ANY = "\0";

export function serverPlaces(context: Pick<Context, "home" | "env" | "os" | "cwd">, around?: string): ServerPlaceIn[] {
  const found = new Map<string, ServerPlaceIn>();
  const scope = around === undefined ? "user" : "project";
  for (const { name, relocatedBy, servers } of AGENTS) {
    for (const one of around === undefined ? [servers.user, servers.local] : [servers.project]) {
      if (one === undefined) continue;
      const path = serverFilePath(one, context.os);
      const file = around === undefined ? userPlace(path, relocatedBy, context) : joined(context.os, around, ...path.split("/"));
      const { agents = [], tables = [] } = found.get(file) ?? {};
      found.set(file, { file, agents: [...new Set([...agents, name])], scope, workspace: around, tables: [...tables, one.table(ANY)] });
    }
  }
  return [...found.values()];
}

type ServersRemoved = Removed<{ readonly left: readonly string[] }>;

function removeServersByForm(text: string, tables: ServerPlaceIn["tables"], editor: Editor): ServersRemoved {
  const entriesIn = (document: Json) => tables.flatMap((table) => entriesBelow(document, table));
  const find = (document: Json) => entriesIn(document).findLast((each) => servedBy(valueAt(document, each)) !== undefined);
  const removed = removePlaces(text, editor, find);
  if (!removed.ok) return removed;
  const left = entriesIn(removed.rest).flatMap((each) => (mentionsUs(valueAt(removed.rest, each)) ? [each.join(".")] : []));
  return { ...removed, left, isAllOfIt: left.length === 0 && isAllOfIt(removed) };
}

function entriesBelow(document: Json, table: readonly string[]): Place[] {
  const keysAt = (place: Place) => {
    const value = valueAt(document, place);
    return isObject(value) ? Object.keys(value) : [];
  };
  return [...table, ANY].reduce<Place[]>(
    (places, step) => places.flatMap((place) => (step === ANY ? keysAt(place) : [step]).map((key) => [...place, key])),
    [[]],
  );
}

/** The agent's own folders around a server file, outermost first: an empty one goes with the file. */
export function foldersAround({ file, scope, agents }: Pick<ServerPlaceIn, "file" | "scope" | "agents">): readonly string[] {
  const [agent] = agents;
  const { user, project } = AGENTS.find(({ name }) => name === agent)?.servers ?? {};
  const described = scope === "user" ? user : project;
  const paths = described === undefined ? [] : [described.path, ...Object.values(described.pathOn ?? {})];
  return paths.map((path) => foldersNamed(file, path)).reduce((one, other) => (other.length > one.length ? other : one), []);
}
