/** What the user is asked to agree to, of a plugin that comes with a package or with the workspace itself. */

import { join, relative } from "node:path";

import { OF_REPOSITORY, type Part, type Subject } from "../../consent/subject.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { SERVERS } from "../agent-plugin/format.ts";
import { importedSubject } from "../imported/imported-consent.ts";
import { type PackageOrigin, packageSource, type Plugin } from "../plugin.ts";
import type { ReadPlugin } from "../plugins-read.ts";
import { binder, type BindingPlace } from "./bind-part.ts";
import { partsOf } from "./run-items.ts";

export function subjectOf(
  { plugin, origin, parts = [] }: Pick<ReadPlugin, "plugin" | "origin" | "parts">,
  workspace: Pick<Workspace, "folder" | "repository">,
): Subject | undefined {
  if (origin.kind === "source") return undefined;
  if (origin.kind === "imported") return importedSubject(plugin, origin, workspace);
  const { folder, repository } = workspace;
  const top = repository ?? folder;
  const all = [plugin, ...parts];
  const isWhole = origin.kind === "package";
  const globs = all.flatMap(({ files }) => files);
  const entriesIn = all.flatMap((one) => [one.manifest, ...filesBeside(one)]);
  const place: BindingPlace = { area: isWhole ? origin.folder : top, top, globs, entriesIn, isWhole };
  const items = all.flatMap((one) => partsOf(one, { bind: binder(one, place), workspace: folder, top: plugin, isLeading: isWhole }));
  const about = { plugin: plugin.name, repository, parts: items };
  if (isWhole) {
    const coverage = coverageOf(plugin, origin, place, items);
    return { id: packageSource(origin), ...about, version: origin.version, workspace: folder, coverage };
  }
  // A repository has one plugin per folder.
  const id = `${OF_REPOSITORY}${relative(top, origin.folder).replaceAll("\\", "/") || "."}`;
  // An ecosystem's file that appears in a subfolder makes that the workspace, and must not end a consent.
  return { id, ...about, workspace: top, coverage: { kind: "files", folder: top, manifest: plugin.manifest, globs, entriesIn } };
}

function coverageOf(
  { manifest }: Plugin,
  { ecosystem, version }: PackageOrigin,
  { area: folder, entriesIn }: BindingPlace,
  parts: readonly Part[],
): Subject["coverage"] {
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
