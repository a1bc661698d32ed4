/** Our MCP servers in files without a record (RG-24), recognised by the call of our launcher. */

import { basename, dirname } from "node:path";

import type { Scope } from "../agents/agent.ts";
import { userPlace } from "../agents/hook-place.ts";
import { AGENTS } from "../agents/list.ts";
import { type ServerFile, serverFilePath } from "../agents/set-up.ts";
import { isObject, type Json } from "../canonical/json.ts";
import type { Editor, Place, Trouble } from "../config-files/editor.ts";
import type { Context } from "../context.ts";
import { joined } from "../platform/places.ts";
import { mentionsUs } from "../agents/mentions-us.ts";
import { valueAt } from "./our-entries.ts";
import { servedBy } from "./server-forms.ts";
import { containersOf } from "./take-over.ts";

/** A file that an agent reads servers from. */
export interface ServerPlaceIn {
  readonly file: string;
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly workspace?: string;
  /** The keys that lead to its tables; `ANY` stands for every key. */
  readonly tables: readonly (readonly string[])[];
}

const ANY = "\0";

/** The user's files, or those of a project. */
export function serverPlaces(context: Pick<Context, "home" | "env" | "os" | "cwd">, around?: string): ServerPlaceIn[] {
  const found = new Map<string, ServerPlaceIn>();
  const add = (file: string, agent: string, { table }: ServerFile) => {
    const { agents = [], tables = [] } = found.get(file) ?? {};
    const scope = around === undefined ? "user" : "project";
    const more = around === undefined ? {} : { workspace: around };
    found.set(file, { file, agents: [...new Set([...agents, agent])], scope, ...more, tables: [...tables, table(ANY)] });
  };
  for (const { name, relocatedBy, servers } of AGENTS) {
    const files = around === undefined ? [servers.user, servers.local] : [servers.project];
    for (const one of files) {
      if (one === undefined) continue;
      const path = serverFilePath(one, context.os);
      add(around === undefined ? userPlace(path, relocatedBy, context) : joined(context.os, around, ...path.split("/")), name, one);
    }
  }
  return [...found.values()];
}

export type ServersRemoved =
  | {
      readonly ok: true;
      readonly text: string;
      readonly count: number;
      /** Names of servers that call us and were changed. */
      readonly left: readonly string[];
      /** Nothing else is in the file. */
      readonly isAllOfIt: boolean;
    }
  | { readonly ok: false; readonly trouble: Trouble };

/** Tables that become empty go with them. */
export function removeServersByForm(text: string, tables: ServerPlaceIn["tables"], editor: Editor): ServersRemoved {
  let now = text;
  for (let count = 0; ; count++) {
    const read = editor.read(now);
    if (!read.ok) return read;
    const entries = tables.flatMap((table) => entriesBelow(read.value, table));
    const place = entries.findLast((each) => servedBy(valueAt(read.value, each)) !== undefined);
    if (place === undefined) {
      const left = entries.filter((each) => mentionsUs(valueAt(read.value, each))).map((each) => each.join("."));
      const isAllOfIt = count > 0 && left.length === 0 && isEmpty(read.value) && !/\/\/|\/\*|#/.test(now);
      return { ok: true, text: now, count, left, isAllOfIt };
    }
    const edited = editor.removeAt(now, place, containersOf(place));
    if (!edited.ok) return edited;
    now = edited.text;
  }
}

function entriesBelow(document: Json, table: readonly string[]): Place[] {
  return [...table, ANY].reduce<Place[]>(
    (places, step) =>
      places.flatMap((place) => (step === ANY ? keysAt(document, place).map((key) => [...place, key]) : [[...place, step]])),
    [[]],
  );
}

function keysAt(document: Json, place: Place): string[] {
  const value = valueAt(document, place);
  return isObject(value) ? Object.keys(value) : [];
}

function isEmpty(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

/** The agent's own folders around a server file, outermost first: an empty one goes with the file. */
export function foldersAround({ file, scope, agents }: Pick<ServerPlaceIn, "file" | "scope" | "agents">): readonly string[] {
  const [agent] = agents;
  const { user, project } = AGENTS.find(({ name }) => name === agent)?.servers ?? {};
  const described = scope === "user" ? user : project;
  const paths = described === undefined ? [] : [described.path, ...Object.values(described.pathOn ?? {})];
  return paths
    .map((path) => foldersNamed(file, dirname(path).split("/")))
    .reduce((one, other) => (other.length > one.length ? other : one), []);
}

function foldersNamed(file: string, names: string[]): string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); names.length > 0 && basename(folder) === names.pop(); folder = dirname(folder)) folders.unshift(folder);
  return folders;
}
