/** What the user is asked to agree to, of a plugin that comes with a package or with the workspace itself. */

import { join, relative } from "node:path";

import { OF_REPOSITORY, type Part, type Subject } from "../../consent/subject.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { SERVERS } from "../agent-plugin/format.ts";
import { importedSubject } from "../imported/imported-consent.ts";
import type { PackageOrigin, Plugin, RepositoryOrigin } from "../plugin.ts";
import type { ReadPlugin } from "../plugins-read.ts";
import { binder, type BindingPlace } from "./bind-part.ts";
import { partsOf } from "./run-items.ts";

/** `undefined` for a plugin of a source that the user configured. */
export function subjectOf(
  { plugin, origin, parts = [] }: Pick<ReadPlugin, "plugin" | "origin" | "parts">,
  workspace: Pick<Workspace, "folder" | "repository">,
): Subject | undefined {
  if (origin.kind === "source") return undefined;
  if (origin.kind === "imported") return importedSubject(plugin, origin, workspace);
  const top = workspace.repository ?? workspace.folder;
  const all: readonly [Plugin, ...Plugin[]] = [plugin, ...parts];
  const place: BindingPlace = {
    area: origin.kind === "package" ? origin.folder : top,
    top,
    globs: all.flatMap(({ files }) => files),
    entriesIn: all.flatMap((one) => [one.manifest, ...filesBeside(one)]),
    isWhole: origin.kind === "package",
  };
  const items = all.flatMap((one) =>
    partsOf(one, { bind: binder(one, place), workspace: workspace.folder, top: plugin, isLeading: origin.kind === "package" }),
  );
  return {
    id: idOf(origin, top),
    plugin: plugin.name,
    version: origin.kind === "package" && origin.version !== undefined ? origin.version : undefined,
    // An ecosystem's file that appears in a subfolder makes that the workspace, and must not end a consent.
    workspace: origin.kind === "repository" ? top : workspace.folder,
    repository: workspace.repository,
    coverage: coverageOf(plugin, origin, place, items),
    parts: items,
  };
}

/** A repository has one plugin per folder. */
function idOf(origin: PackageOrigin | RepositoryOrigin, top: string): string {
  if (origin.kind === "package") return `${origin.ecosystem}:${origin.name}`;
  return `${OF_REPOSITORY}${relative(top, origin.folder).replaceAll("\\", "/") || "."}`;
}

function coverageOf(
  { manifest }: Plugin,
  origin: PackageOrigin | RepositoryOrigin,
  { area: folder, globs, entriesIn }: BindingPlace,
  parts: readonly Part[],
): Subject["coverage"] {
  if (origin.kind === "repository") return { kind: "files", folder, manifest, globs, entriesIn };
  const { ecosystem, version } = origin;
  // The package's own file may have hooks beside those of the manifest.
  const { packageFile: own, derived = [] } = ecosystemNamed(ecosystem) ?? {};
  const named = [...(own === undefined ? [] : [join(folder, own)]), ...entriesIn, ...parts.flatMap((part) => part.named)];
  const bound = derived.length === 0 || version === undefined ? {} : { version };
  return { kind: "folder", folder, manifest, named: [...new Set(named)].filter((file) => file !== manifest), derived, ...bound };
}

/** The files that a plugin was read from besides its manifest: the hook manifest it names, and the servers of an Agent Plugin, which may also appear later. */
export function filesBeside({ hooksManifest, agentPlugin, directory }: Plugin): readonly string[] {
  return [...(hooksManifest === undefined ? [] : [hooksManifest]), ...(agentPlugin === undefined ? [] : [join(directory, SERVERS)])];
}
