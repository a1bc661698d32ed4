/** The servers in an Agent Plugin's `mcp.json`. A mistake of the file costs all of them, a mistake of one that one. */

import { join, resolve } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { type Bounds, isAtOrBelow } from "../../host/bounds.ts";
import { lookUp } from "../../lookup.ts";
import { fieldsOf, isObject, type Json } from "../../model/json.ts";
import { addressTrouble } from "../../model/request.ts";
import { OPEN } from "../gates/predicate.ts";
import { checkBySchema } from "../hook-manifest/check-by-schema.ts";
import { type Forgives, type Path, readJsonDocument } from "../hook-manifest/json-document.ts";
import { serverNameFinding } from "../manifest/check-server.ts";
import { type BesideSurroundings, type Finding, isFinding } from "../manifest/report.ts";
import type { NamedValue, ProcessServer, RemoteServer, Server } from "../plugin.ts";
import { secretInLiteral, secretInWords } from "../secrets.ts";
import { keepEntry } from "../written-entry.ts";
import { expanded, isInData, PLUGIN_ROOT, SCHEMAS, SERVERS, SERVERS_SCHEMA } from "./format.ts";
import { type AgentPluginServer, AgentPluginServersFile } from "./schema.ts";

const NO_SERVERS = "so no server of this plugin is used";

export function readServers(where: BesideSurroundings, bounds: Bounds): { servers: readonly Server[]; problems: readonly Problem[] } {
  const { directory, readBeside = (path) => readTextFile(path) } = where;
  const file = join(directory, SERVERS);
  const target = bounds.leadsOut(file);
  const nothing = (problem: Omit<Problem, "file">) => {
    return { servers: [], problems: [{ file, ...problem, message: `${problem.message}, ${NO_SERVERS}` }] };
  };
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

function serversIn(file: string, text: string, { directory, isFile }: BesideSurroundings, bounds: Bounds) {
  const problems: Problem[] = [];
  const broken = new Set<string>();
  const report = (position: Problem["position"] & {}, message: string, hint?: string) =>
    void problems.push({ severity: "error", file, position, message, hint });
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
    const wrong = path.length === 0 ? message.replace("the manifest", "the file") : message;
    report(positionOf(path), `${wrong}, ${name === undefined ? NO_SERVERS : soIgnored(name)}`, hintFor(path, value));
  });
  if (!isUsable) return { servers: [], problems };
  const taken = new Set<string>();
  const servers = entriesIn(value).flatMap(([name, entry]): Server[] => {
    if (broken.has(name)) return [];
    const valid = entry as Json & AgentPluginServer;
    const server = checkPackagedServer(name, valid, { directory, bounds, taken, isFile });
    if (!isFinding(server)) {
      taken.add(name);
      return [keepEntry(server, valid)];
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

function serverAt([top, name]: Path): string | undefined {
  return top === "mcpServers" && typeof name === "string" ? name : undefined;
}

function hintFor(path: Path, value: Json): string | undefined {
  if (path.length === 1 && path[0] === "$schema")
    return `write "$schema": "${SERVERS_SCHEMA}", the version of plugin.json; Symposium reads no other of ${SCHEMAS}`;
  const name = path.length === 2 ? serverAt(path) : undefined;
  const entry: unknown = name === undefined ? undefined : entriesIn(value).find(([each]) => each === name)?.[1];
  return isObject(entry) && lookUp(entry, "type") === "http" ? 'write "type": "streamable-http"' : undefined;
}

function entriesIn(value: Json): [name: string, entry: Json | undefined][] {
  return Object.entries(fieldsOf(fieldsOf(value)["mcpServers"]));
}

interface ServerPlace {
  readonly directory: string;
  readonly bounds: Bounds;
  readonly isFile: (path: string) => boolean;
  readonly taken: ReadonlySet<string>;
}

type Stdio = Extract<AgentPluginServer, { type: "stdio" }>;

/** Checks what JSON Schema cannot say about a server. All texts are literal. */
export function checkPackagedServer(name: string, entry: AgentPluginServer, place: ServerPlace): Server | Finding {
  const misnamed = serverNameFinding(name, place.taken);
  // The name is a key of the file: the whole entry is the place.
  if (misnamed !== undefined)
    return { message: misnamed.message.replace(/^`name`/, "its name"), hint: "choose another name, for example my-server", key: [] };
  const server = entry.type === "stdio" ? processOf(entry, place) : remoteOf(entry);
  return isFinding(server) ? server : (secretFinding(entry) ?? { name, gate: OPEN, packageRoot: place.directory, ...server });
}

/** The format has only literals, and forbids secrets among them. Never shows the value (MC-12). */
function secretFinding(entry: AgentPluginServer): Finding | undefined {
  const isProcess = entry.type === "stdio";
  const [under, what, values = {}] = isProcess ? ["env", "variable", entry.env] : ["headers", "header", entry.headers];
  const named = Object.entries(values).map(
    ([name, value]) => [[under, name], `the ${what} ${name}`, secretInLiteral(value, name)] as const,
  );
  const words = isProcess
    ? (entry.args ?? []).map((value, at, args) => [["args", at], "an argument", secretInWords(value, args[at - 1])] as const)
    : [[["url"], "`url`", secretInWords(entry.url)] as const];
  const found = [...named, ...words].find(([, , secret]) => secret !== undefined);
  if (found === undefined) return undefined;
  const [key, where, secret] = found;
  return { key, message: `${where} looks like ${secret}`, hint: "remove it: everyone can read this file" };
}

type About = "name" | "gate" | "packageRoot";

function processOf({ command, args = [], env = {}, cwd }: Stdio, place: ServerPlace): Omit<ProcessServer, About> | Finding {
  const path = commandPath(command, place);
  if (typeof path !== "string") return path;
  const at = args.findIndex(hasNul);
  if (at >= 0) return { key: ["args", at], message: "an argument has a NUL" };
  const variables = pairsOf(env);
  const wrong = variables.find(({ name, value }) => !/^[^=\0]+$/.test(name) || hasNul(value));
  if (wrong !== undefined) return { key: ["env", wrong.name], message: `${JSON.stringify(wrong.name)} cannot be set as a variable` };
  const folder = cwd === undefined ? undefined : folderOf(cwd, place);
  if (folder !== undefined && typeof folder !== "string") return folder;
  return { transport: "stdio", command: { kind: "executable", path, args }, env: {}, path: [], requirements: [], variables, cwd: folder };
}

/** One word: a program on PATH, or a file of the plugin. Nothing in it is expanded. */
function commandPath(command: string, { directory, bounds, isFile }: ServerPlace): string | Finding {
  const wrong = (why: string, hint: string): Finding => ({ key: "command", message: `\`command\` ${why}`, hint });
  if (hasNul(command)) return wrong("has a NUL", "remove it");
  if (!command.startsWith("./")) {
    if (/\s/.test(command)) return wrong("is more than one word", "put its arguments into `args`");
    const isBare = !/[\\/:]/.test(command) && command !== "." && command !== "..";
    return isBare ? command : wrong("is neither the bare name of a program nor a path that begins with ./", 'for example "./bin/server"');
  }
  const path = resolve(directory, command);
  isFile(path);
  if (path === directory || /[\\/]\.{0,2}$/.test(command)) return wrong("names a folder", 'for example "./bin/server"');
  const target = isAtOrBelow(path, directory) ? bounds.leadsOut(path) : path;
  return target === undefined ? path : wrong(`leads to ${target}, outside the plugin's folder`, "keep the program in the folder");
}

function folderOf(cwd: string, { directory, bounds, isFile }: ServerPlace): string | Finding {
  const wrong = (message: string): Finding => ({ key: "cwd", message, hint: "name a folder inside" });
  if (hasNul(cwd)) return wrong("`cwd` has a NUL");
  const written = cwd.startsWith("./") ? `\${${PLUGIN_ROOT}}${cwd.slice(1)}` : cwd;
  const path = resolve(expanded(written, { root: directory, data: ANY_DATA }));
  if (isInData(written)) return isAtOrBelow(path, ANY_DATA) ? written : wrong("`cwd` leads out of the plugin's folder of data");
  isFile(path);
  const target = isAtOrBelow(path, directory) ? bounds.leadsOut(path) : path;
  return target === undefined ? written : wrong(`\`cwd\` leads to ${target}, outside the plugin's folder`);
}

const ANY_DATA = resolve("/plugin-data");

function remoteOf({ type, url, headers = {} }: Exclude<AgentPluginServer, Stdio>): Omit<RemoteServer, About> | Finding {
  const trouble = urlTrouble(url);
  if (trouble !== undefined) return { key: "url", ...trouble };
  const values = pairsOf(headers);
  const seen = new Set<string>();
  for (const { name, value } of values) {
    const key = ["headers", name];
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { key, message: `${JSON.stringify(name)} is not a valid name of a header` };
    // Spaces around a value are not part of it.
    // oxlint-disable-next-line no-control-regex
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value) || value.trim() !== value)
      return { key, message: `the value of the header ${name} has a character that no header may have` };
    if (seen.has(name.toLowerCase())) return { key, message: `the header ${name} is there twice: upper and lower case are the same` };
    seen.add(name.toLowerCase());
  }
  return { transport: type === "sse" ? "sse" : "http", url, headers: values };
}

/** Parsers accept much that is not a URL. */
function urlTrouble(url: string): Pick<Finding, "message" | "hint"> | undefined {
  const secure = "use https, or http with localhost";
  // oxlint-disable-next-line no-control-regex
  if (!/^https?:\/\/[^/\\?#\s]/i.test(url) || /[\s\x00-\x1f\x7f\\]/.test(url))
    return { message: `${JSON.stringify(url)} is not a valid absolute URL`, hint: secure };
  if (url.includes("#")) return { message: "the URL has a fragment", hint: "remove # and what follows it" };
  if (/^https?:\/\/[^/?]*@/i.test(url))
    return { message: "the URL has a user name or a password in it", hint: "remove it: everyone can read this file" };
  const message = addressTrouble(url);
  return message === undefined ? undefined : { message, hint: secure };
}

function pairsOf(values: Readonly<Record<string, string>>): readonly NamedValue[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function hasNul(text: string): boolean {
  return text.includes("\0");
}
