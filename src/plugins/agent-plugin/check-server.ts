/** One server of an Agent Plugin, of which the schema holds: what JSON Schema cannot say. All texts are literal. */

import { resolve } from "node:path";

import { addressTrouble } from "../../canonical/request-address.ts";
import { type Bounds, isAtOrBelow } from "../../platform/bounds.ts";
import { OPEN } from "../../predicates/predicate.ts";
import { serverNameFinding } from "../check-server.ts";
import type { NamedValue, ProcessServer, RemoteServer, Server } from "../plugin.ts";
import { type Finding, isFinding } from "../report.ts";
import { secretInLiteral, secretInWords } from "../secret-shape.ts";
import { expanded, isInData } from "./expand.ts";
import { PLUGIN_ROOT } from "./format.ts";
import type { AgentPluginServer } from "./schema.ts";

export interface ServerPlace {
  /** The plugin's folder. */
  readonly directory: string;
  readonly bounds: Bounds;
  /** A change of this path is then noticed. */
  readonly isFile: (path: string) => boolean;
  /** The names of the servers before it. */
  readonly taken: ReadonlySet<string>;
}

type Stdio = Extract<AgentPluginServer, { type: "stdio" }>;
type Remote = Exclude<AgentPluginServer, Stdio>;

export function checkPackagedServer(name: string, entry: AgentPluginServer, place: ServerPlace): Server | Finding {
  const misnamed = serverNameFinding(name, place.taken);
  // The name is a key of the file: the whole entry is the place.
  if (misnamed !== undefined)
    return { message: misnamed.message.replace(/^`name`/, "its name"), hint: "choose another name, for example my-server", key: [] };
  const about = { name, gate: OPEN, packageRoot: place.directory };
  const server = entry.type === "stdio" ? processOf(entry, place) : remoteOf(entry);
  return isFinding(server) ? server : (secretFinding(entry) ?? { ...about, ...server });
}

/** The format has only literals, and forbids secrets among them. Never shows the value (MC-12). */
function secretFinding(entry: AgentPluginServer): Finding | undefined {
  const texts: readonly (readonly [key: readonly (string | number)[], where: string, secret: string | undefined])[] =
    entry.type === "stdio"
      ? [
          ...pairsOf(entry.env ?? {}).map(
            ({ name, value }) => [["env", name], `the variable ${name}`, secretInLiteral(value, name)] as const,
          ),
          ...(entry.args ?? []).map((value, at, args) => [["args", at], "an argument", secretInWords(value, args[at - 1])] as const),
        ]
      : [
          ...pairsOf(entry.headers ?? {}).map(
            ({ name, value }) => [["headers", name], `the header ${name}`, secretInLiteral(value, name)] as const,
          ),
          [["url"], "`url`", secretInWords(entry.url)],
        ];
  for (const [key, where, secret] of texts) {
    if (secret !== undefined) return { key, message: `${where} looks like ${secret}`, hint: "remove it: everyone can read this file" };
  }
  return undefined;
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
  return {
    transport: "stdio",
    command: { kind: "executable", path, args },
    env: {},
    path: [],
    requirements: [],
    variables,
    ...(folder === undefined ? {} : { cwd: folder }),
  };
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

/** As the launcher expands it, where the folder of data may be any. */
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

function remoteOf({ type, url, headers = {} }: Remote): Omit<RemoteServer, About> | Finding {
  const trouble = urlTrouble(url);
  if (trouble !== undefined) return { key: "url", ...trouble };
  const values = pairsOf(headers);
  const seen = new Set<string>();
  for (const { name, value } of values) {
    const key = ["headers", name];
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { key, message: `${JSON.stringify(name)} is not a valid name of a header` };
    if (!isFieldValue(value)) return { key, message: `the value of the header ${name} has a character that no header may have` };
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

/** Spaces around a value are not part of it. */
function isFieldValue(value: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value) && value.trim() === value;
}

function pairsOf(values: Readonly<Record<string, string>>): readonly NamedValue[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function hasNul(text: string): boolean {
  return text.includes("\0");
}
