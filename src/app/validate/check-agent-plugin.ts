/** What a sound Agent Plugin says and its author would not want: programs that cannot start, folders that are missing. */

import { join } from "node:path";

import type { Context } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import type { Path } from "../../hook-manifest/document.ts";
import { readJsonDocument } from "../../hook-manifest/json-document.ts";
import { NAMESPACE, SERVERS } from "../../plugins/agent-plugin/format.ts";
import { isObject, parseJson } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";
import type { Plugin, Server, Started } from "../../plugins/plugin.ts";
import type { TomlTable } from "../../documents/toml.ts";
import { placesIn as itemsIn } from "./manifest-places.ts";
import { isOfHookManifest } from "./check-manifest-hooks.ts";
import { programTrouble } from "./check-programs.ts";
import { serverTroubles } from "./check-servers.ts";

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
        ...(hint === undefined ? {} : { hint }),
      })),
    ),
    ...hooks
      .filter((hook) => !isOfHookManifest(hook))
      .flatMap((hook) => started("hook", hook, inExtension("hooks", hook.name, "script", "executable", "command"))),
    ...subcommands.flatMap((one) => started("subcommand", one, inManifest(["extensions", NAMESPACE, "subcommands", one.name, "command"]))),
    ...predicates.flatMap((one) => started("predicate", one, inExtension("predicate", one.name, "command"))),
  ];
}

interface ServerProblem extends Pick<Problem, "message" | "hint"> {
  readonly key: string;
  readonly severity?: Problem["severity"];
}

/** Its name is a key of the file. */
function troublesOf(server: Server, context: Pick<Context, "os" | "env">): readonly ServerProblem[] {
  const program = server.transport === "stdio" ? programTrouble(server.command, context) : undefined;
  return [...serverTroubles(server), ...(program === undefined ? [] : [{ key: "command", ...program }])];
}

type Place = Pick<Problem, "file" | "position">;

/** What Symposium reads of the manifest. */
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
