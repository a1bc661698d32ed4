/** What the user is asked to agree to, of a plugin that comes with a package or with the workspace itself. */

import { join, relative, resolve } from "node:path";

import { ecosystemNamed } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { OF_REPOSITORY, type Subject } from "../../trust/subject.ts";
import { filesBeside } from "../files-beside.ts";
import { importedSubject } from "../imported/imported-subject.ts";
import type { Plugin } from "../plugin.ts";
import type { PackageOrigin, RepositoryOrigin } from "../plugin-origin.ts";
import type { ReadPlugin } from "../read-plugins.ts";
import { filesNamedBy, isFile } from "./named-files.ts";
import { commandTexts } from "./shell-line.ts";
import { recordedHook } from "./recorded-hook.ts";
import { runItems, shellCommands } from "./run-items.ts";
import { serverFolder, serverTexts } from "./server-words.ts";
import type { Covering } from "./starts-covered.ts";

/** `undefined` for a plugin of a source that the user configured. */
export function subjectOf(
  { plugin, origin, parts = [] }: Pick<ReadPlugin, "plugin" | "origin" | "parts">,
  workspace: Pick<Workspace, "folder" | "repository">,
): Subject | undefined {
  if (origin.kind === "source") return undefined;
  if (origin.kind === "imported") return importedSubject(plugin, origin, workspace);
  const top = workspace.repository ?? workspace.folder;
  const area = origin.kind === "package" ? origin.folder : top;
  const all: readonly [Plugin, ...Plugin[]] = [plugin, ...parts];
  const named = all.flatMap((one) => [
    ...filesNamedBy(textsOf(one), { folders: [...new Set([one.directory, area, ...serverFolders(one)])], top: area }),
    ...filesOf(one),
  ]);
  const isNamed = new Set(named);
  const coveringIn = (folder: string | undefined): Covering => ({
    covered: (word) => {
      const path = folder === undefined ? word : resolve(folder, word);
      return isNamed.has(path) && isFile(path) ? path : undefined;
    },
    isInside: (path) => isAtOrBelow(path, area) || isAtOrBelow(path, top),
  });
  return {
    id: idOf(origin, top),
    plugin: plugin.name,
    ...(origin.kind === "package" && origin.version !== undefined ? { version: origin.version } : {}),
    // An ecosystem's file that appears in a subfolder makes that the workspace, and must not end a consent.
    workspace: origin.kind === "repository" ? top : workspace.folder,
    repository: workspace.repository,
    coverage: coverageOf(all, origin, area, named),
    runs: all.flatMap((one) =>
      runItems(one, { coveringIn, workspace: workspace.folder, top: plugin, isLeading: origin.kind === "package" }),
    ),
    hooks: all.flatMap(({ hooks }) => hooks.map(recordedHook)),
  };
}

/** A repository has one plugin per folder. */
export function idOf(origin: PackageOrigin | RepositoryOrigin, top: string): string {
  if (origin.kind === "package") return `${origin.ecosystem}:${origin.name}`;
  return `${OF_REPOSITORY}${relative(top, origin.folder).replaceAll("\\", "/") || "."}`;
}

function coverageOf(
  plugins: readonly [Plugin, ...Plugin[]],
  origin: PackageOrigin | RepositoryOrigin,
  folder: string,
  found: readonly string[],
): Subject["coverage"] {
  const [{ manifest }, ...parts] = plugins;
  const named = [...parts.map((part) => part.manifest), ...found];
  if (origin.kind === "repository") return { kind: "files", folder, manifest, named, globs: plugins.flatMap(({ files }) => files) };
  const { ecosystem, version } = origin;
  // The package's own file may have hooks beside those of the manifest.
  const { packageFile: own, derived = [] } = ecosystemNamed(ecosystem) ?? {};
  const manifests = own === undefined ? [] : [join(folder, own)];
  const bound = derived.length === 0 || version === undefined ? {} : { version };
  return { kind: "folder", folder, manifest, named: [...manifests, ...named], derived, ...bound };
}

/** What it was read from, and the files that a hook manifest vouches for. */
function filesOf(plugin: Plugin): readonly string[] {
  // All hooks of one manifest share the list.
  const lists = new Set(plugin.hooks.map(({ verified = [] }) => verified));
  const verified = [...lists].flatMap((list) => list.map(([path]) => path));
  return [...new Set([...filesBeside(plugin), ...verified])];
}

/** Where relative names in the command lines of servers start. */
function serverFolders({ servers }: Plugin): readonly string[] {
  return servers.flatMap((server) => (server.transport === "stdio" ? (serverFolder(server) ?? []) : []));
}

/** Every text of the manifest that is started or handed to a program. */
function textsOf(plugin: Plugin): readonly string[] {
  const { hooks, servers, subcommands, predicates, installations } = plugin;
  return [
    ...shellCommands(plugin),
    ...[...hooks, ...subcommands, ...predicates].flatMap(({ command, env }) => [
      ...commandTexts(command),
      ...command.args,
      ...Object.values(env),
    ]),
    ...servers.flatMap((server) => (server.transport === "stdio" ? serverTexts(server) : [])),
    ...installations.flatMap(({ executable, script, args, installCommands }) => [
      ...[executable, script].filter((word) => word !== undefined),
      ...(args ?? []),
      ...installCommands,
    ]),
  ];
}
