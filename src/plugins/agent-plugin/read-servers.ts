/** The servers in an Agent Plugin's `mcp.json`. A mistake of the file costs all of them, a mistake of one that one. */

import { join } from "node:path";

import { isObject, type Json } from "../../canonical/json.ts";
import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { checkBySchema } from "../../hook-manifest/check-by-schema.ts";
import type { Path } from "../../hook-manifest/document.ts";
import { type Forgives, readJsonDocument } from "../../hook-manifest/json-document.ts";
import { lookUp } from "../../lookup.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { BesideSurroundings } from "../hooks-manifest/hooks-beside.ts";
import type { Server } from "../plugin.ts";
import { isFinding } from "../report.ts";
import { keepEntry } from "../written-entry.ts";
import { checkPackagedServer } from "./check-server.ts";
import { SCHEMAS, SERVERS, SERVERS_SCHEMA } from "./format.ts";
import { type AgentPluginServer, AgentPluginServersFile } from "./schema.ts";

export interface ReadServers {
  readonly servers: readonly Server[];
  readonly problems: readonly Problem[];
}

const NO_SERVERS = "so no server of this plugin is used";

export function readServers(where: BesideSurroundings, bounds: Bounds): ReadServers {
  const { directory, readBeside = (path) => readTextFile(path) } = where;
  const file = join(directory, SERVERS);
  const target = bounds.leadsOut(file);
  const nothing = (problem: Omit<Problem, "file">): ReadServers => ({
    servers: [],
    problems: [{ file, ...problem, message: `${problem.message}, ${NO_SERVERS}` }],
  });
  if (target !== undefined) {
    // So that a change of the link is noticed.
    where.isFile(file);
    const message = `leads to ${target}, outside the plugin's folder`;
    return nothing({ severity: "error", message, hint: "replace the link by what it leads to" });
  }
  const read = readBeside(file, "servers");
  if (read.kind === "missing") return { servers: [], problems: [] };
  return read.kind === "bad" ? nothing(read.problem) : serversIn(file, read.text, where, bounds);
}

function serversIn(file: string, text: string, { directory, isFile }: BesideSurroundings, bounds: Bounds): ReadServers {
  const problems: Problem[] = [];
  const broken = new Set<string>();
  const report = (position: Problem["position"] & {}, message: string, hint?: string) =>
    void problems.push({ severity: "error", file, position, message, ...(hint === undefined ? {} : { hint }) });
  const costsOne: Forgives = (path, { position, message, hint }) => {
    const name = serverAt(path);
    if (name === undefined) return false;
    broken.add(name);
    report(position, `${message}, ${soIgnored(name)}`, hint);
    return true;
  };
  const document = readJsonDocument(text, costsOne);
  if (!document.ok) {
    for (const { position, message, hint } of document.faults) report(position, `${message}, ${NO_SERVERS}`, hint);
    return { servers: [], problems };
  }
  const { value, positionOf } = document;
  let isUsable = true;
  checkBySchema(AgentPluginServersFile, value, (path, message) => {
    const name = serverAt(path);
    if (name === undefined) isUsable = false;
    else broken.add(name);
    const consequence = name === undefined ? NO_SERVERS : soIgnored(name);
    report(
      positionOf(path),
      `${path.length === 0 ? message.replace("the manifest", "the file") : message}, ${consequence}`,
      hintFor(path, value),
    );
  });
  if (!isUsable) return { servers: [], problems };
  const taken = new Set<string>();
  const servers = entriesIn(value).flatMap(([name, entry]): Server[] => {
    if (broken.has(name)) return [];
    const server = checkPackagedServer(name, entry, { directory, bounds, taken, isFile });
    if (!isFinding(server)) {
      taken.add(name);
      return [keepEntry(server, entry)];
    }
    const { message, hint, key = [] } = server;
    report(positionOf(["mcpServers", name, ...[key].flat()]), `${message}, ${soIgnored(name)}`, hint);
    return [];
  });
  return { servers, problems };
}

function soIgnored(name: string): string {
  return `so server ${JSON.stringify(name)} is ignored`;
}

/** The name of the server that a path leads into. */
function serverAt([top, name]: Path): string | undefined {
  return top === "mcpServers" && typeof name === "string" ? name : undefined;
}

/** Of another version, and of a type that other programs know. */
function hintFor(path: Path, value: Json): string | undefined {
  if (path.length === 1 && path[0] === "$schema")
    return `write "$schema": "${SERVERS_SCHEMA}", the version of plugin.json; Symposium reads no other of ${SCHEMAS}`;
  const name = path.length === 2 ? serverAt(path) : undefined;
  const entry: unknown = name === undefined ? undefined : entriesIn(value).find(([each]) => each === name)?.[1];
  return isObject(entry) && lookUp(entry, "type") === "http" ? 'write "type": "streamable-http"' : undefined;
}

function entriesIn(value: Json): [name: string, entry: AgentPluginServer][] {
  const servers = isObject(value) ? lookUp(value, "mcpServers") : undefined;
  return Object.entries((servers ?? {}) as unknown as Record<string, AgentPluginServer>);
}
