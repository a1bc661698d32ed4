/** The package that a plugin becomes: `plugin.json`, `mcp.json`, skills, and what Symposium alone reads. Pure but for reading files. */

import { put } from "../../lookup.ts";
import { AGENT_PLUGIN, NAMESPACE, PLUGIN_SCHEMA, SERVERS, SERVERS_SCHEMA } from "../../plugins/agent-plugin/format.ts";
import { isAnywhere, writtenGate } from "../../plugins/gates/predicate.ts";
import { chainedText } from "../../plugins/manifest/source-text.ts";
import { exportedChained, exportedHook, exportedInstallation, exportedItem, exportedServers } from "./entries.ts";
import { type ExportLoss, exportLoss } from "./losses.ts";
import { isPrivateFile, ownFiles } from "./own-files.ts";
import { relocated, relocation, type Relocation } from "./relocate.ts";
import { exportedSkills, type PackageFile } from "./skills.ts";
import type { ExportSubject } from "./subject.ts";

/** Files in order of path, and `refusals`: why nothing of it may be written. */
export function planPackage(subject: ExportSubject, name: string) {
  const { plugin, manifest, version, packaged, isAlone } = subject;
  // The files of an Agent Plugin are where they belong.
  const at = relocation(plugin.directory, packaged === undefined ? `${NAMESPACE}/` : "", isAlone);
  const servers = exportedServers(manifest, plugin.servers, at);
  const skills = exportedSkills(plugin, at);
  const extension = extensionOf(subject, at, { skills: skills.own, servers: servers.own });
  const { extensions: others = {}, ...about } = { ...(version === undefined ? {} : { version }), ...plugin.agentPlugin };
  const extensions = { ...others, ...(Object.keys(extension).length === 0 ? {} : { [NAMESPACE]: extension }) };
  const files = ownFiles(subject, at, skills.folders);
  const document = { $schema: PLUGIN_SCHEMA, name, ...about, ...(Object.keys(extensions).length === 0 ? {} : { extensions }) };
  // By name, so that an export of the package is the same.
  const portable = Object.fromEntries(
    Object.entries({ ...packaged, ...servers.portable }).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  const hasServers = Object.keys(portable).length > 0;
  const all = [
    jsonFile(AGENT_PLUGIN, document),
    ...(hasServers ? [jsonFile(SERVERS, { $schema: SERVERS_SCHEMA, mcpServers: portable })] : []),
    ...skills.files,
    ...files.files,
  ];
  const hidden = all.filter(({ path }) => isPrivateFile(path));
  return {
    name,
    files: all.filter((file) => !hidden.includes(file)).sort((left, right) => (left.path < right.path ? -1 : 1)),
    losses: [
      ...lossesOf(subject, name, at),
      ...skills.losses,
      ...servers.losses,
      ...at.losses,
      ...files.losses,
      ...hidden.map(({ path }) => exportLoss("file-private", path)),
    ],
    skills: skills.names,
    servers: Object.keys(portable),
    refusals: at.refusals,
  };
}

function extensionOf(
  { gate, manifest }: ExportSubject,
  at: Relocation,
  own: { readonly skills: readonly object[]; readonly servers: readonly object[] },
): Readonly<Record<string, unknown>> {
  const { installations, hooks, subcommand, predicate, plugins, files } = manifest;
  const beside = manifest["hooks-manifest"];
  const path = beside === undefined ? undefined : relocated(beside, at, "`hooks-manifest`");
  const subcommands: Record<string, object> = {};
  for (const [word, entry] of Object.entries(subcommand)) put(subcommands, word, exportedItem("subcommand", word, entry, at));
  const all: Readonly<Record<string, unknown>> = {
    ...writtenGate(gate),
    installations: installations.map((entry) => exportedInstallation(entry, at, `installation ${entry.name}`)),
    // The list, or the path of a manifest; both where the plugin has both.
    hooks: hooks.length === 0 ? path : hooks.map((entry) => exportedHook(entry, manifest, at)),
    "hooks-manifest": hooks.length === 0 ? undefined : path,
    skills: own.skills,
    mcp_servers: own.servers,
    subcommands,
    predicate: predicate.map((entry) => exportedItem("predicate", entry.name, entry, at)),
    plugins: plugins.map((entry) => exportedChained(entry, at)),
    files: files.map((glob) => at.prefix + glob),
  };
  const isEmpty = (value: unknown) => typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

function lossesOf({ plugin, gate }: ExportSubject, name: string, { prefix }: Relocation): readonly ExportLoss[] {
  const { hooks, subcommands, chained } = plugin;
  const isGated = (gate.dependsOn.length > 0 && !gate.dependsOn.some(isAnywhere)) || gate.predicates.length > 0;
  return [
    ...(name === plugin.name ? [] : [exportLoss("name-changed", `plugin ${plugin.name}`, name)]),
    ...(isGated ? [exportLoss("condition-unread", `plugin ${name}`)] : []),
    ...hooks.map((hook) => exportLoss("hook-unread", `hook ${hook.name}`)),
    ...subcommands.map((one) => exportLoss("subcommand-unread", `subcommand ${one.name}`)),
    ...chained.map((one) => exportLoss("plugin-unread", `plugin ${chainedText(one.source, plugin).replace(/^\.\//, prefix)}`)),
  ];
}

function jsonFile(path: string, value: object): PackageFile {
  return { path, bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`), isExecutable: false };
}
