/** What a sound Agent Plugin says and its author would not want: programs that cannot start, folders that are missing. */

import { join, resolve } from "node:path";

import type { Context } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import type { TomlTable } from "../../files/toml.ts";
import { isFolder } from "../../host/paths.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { isInData, NAMESPACE, SERVERS, withRoot } from "../../plugins/agent-plugin/format.ts";
import { type Path, readJsonDocument } from "../../plugins/hook-manifest/json-document.ts";
import { LONG_NAME } from "../../plugins/new-plugin.ts";
import type { Plugin, ProcessServer, RemoteServer, Server, Started } from "../../plugins/plugin.ts";
import { LOOPBACK, withReferences } from "../../plugins/secrets.ts";
import { isOfHookManifest } from "./check-hooks.ts";
import { placesIn as itemsIn, programTrouble, type Trouble } from "./check-programs.ts";

export function agentPluginTroubles(plugin: Plugin, context: Pick<Context, "os" | "env">): readonly Problem[] {
  const { directory, manifest, servers, hooks, subcommands, predicates } = plugin;
  const [inServers, inManifest] = [placesIn(join(directory, SERVERS)), placesIn(manifest)];
  const placeIn = itemsIn(extensionIn(manifest));
  const inExtension = (list: string, name: string, ...keys: readonly string[]) =>
    inManifest(["extensions", NAMESPACE, ...placeIn(list, name, keys)]);
  const started = (what: string, one: Pick<Started, "command" | "isAcquired"> & { readonly name: string }, place: Place): Problem[] => {
    const trouble = one.isAcquired === true ? undefined : programTrouble(one.command, context);
    return trouble === undefined ? [] : [{ ...trouble, ...place, message: `${what} \`${one.name}\`: ${trouble.message}` }];
  };
  return [
    ...servers.flatMap((server) =>
      troublesOf(server, context).map(({ key, severity = "warning", message, hint }) => ({
        severity,
        ...(server.packageRoot === undefined ? inExtension("mcp_servers", server.name, key) : inServers(["mcpServers", server.name, key])),
        message: `server \`${server.name}\`: ${message}`,
        hint,
      })),
    ),
    ...hooks
      .filter((hook) => !isOfHookManifest(hook))
      .flatMap((hook) => started("hook", hook, inExtension("hooks", hook.name, "script", "executable", "command"))),
    ...subcommands.flatMap((one) => started("subcommand", one, inManifest(["extensions", NAMESPACE, "subcommands", one.name, "command"]))),
    ...predicates.flatMap((one) => started("predicate", one, inExtension("predicate", one.name, "command"))),
  ];
}

function troublesOf(server: Server, context: Pick<Context, "os" | "env">): readonly (ServerTrouble & Partial<Trouble>)[] {
  const program = server.transport === "stdio" ? programTrouble(server.command, context) : undefined;
  return [...serverTroubles(server), ...(program === undefined ? [] : [{ key: "command", ...program }])];
}

type Place = Pick<Problem, "file" | "position">;

function extensionIn(manifest: string): TomlTable {
  const read = readTextFile(manifest);
  const value = read.kind === "text" ? parseJson(read.text) : undefined;
  const extensions = isObject(value) ? lookUp(value, "extensions") : undefined;
  const own = isObject(extensions) ? lookUp(extensions, NAMESPACE) : undefined;
  return isObject(own) ? own : {};
}

function placesIn(file: string): (path: Path) => Place {
  const read = readTextFile(file);
  const document = read.kind === "text" ? readJsonDocument(read.text) : undefined;
  return (path) => (document?.ok === true ? { file, position: document.positionOf(path) } : { file });
}

type ServerTrouble = Pick<Problem, "message" | "hint"> & { readonly key: string };

export function serverTroubles(server: Server): readonly ServerTrouble[] {
  return [...nameTroubles(server.name), ...(server.transport === "stdio" ? folderTroubles(server) : addressTroubles(server))];
}

function nameTroubles(name: string): ServerTrouble[] {
  const troubles: ServerTrouble[] = [];
  const add = (message: string, hint: string) => troubles.push({ key: "name", message, hint });
  if (name.includes(".")) add("some agents, such as Claude Code and Codex, do not accept a dot in its name", "write - or _");
  if (name.includes("__")) add("agents separate server and tool by `__`, which its name contains", "write - or a single _");
  if (name.length > LONG_NAME)
    add(`its name has ${name.length} letters, which leaves few for its tools`, `write at most ${LONG_NAME}: a tool's whole name has 64`);
  return troubles;
}

/** A folder in a plugin's data is made by the launcher, or by the server. */
function folderTroubles({ cwd: given, packageRoot }: ProcessServer): ServerTrouble[] {
  if (given === undefined || (packageRoot !== undefined && isInData(given))) return [];
  const cwd = packageRoot === undefined ? given : resolve(packageRoot, withRoot(given, packageRoot));
  if (isFolder(cwd)) return [];
  return [{ key: "cwd", message: `there is no folder ${cwd}`, hint: "relative paths start at the plugin's folder" }];
}

function addressTroubles({ url, packageRoot }: RemoteServer): ServerTrouble[] {
  const { protocol, hostname } = new URL(packageRoot === undefined ? withReferences(url, () => "1") : url);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return [];
  return [
    { key: "url", message: "its address is plain http, so others on the network can read and change what is sent", hint: "use https" },
  ];
}
