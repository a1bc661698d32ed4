/** Dependencies that carry a plugin: a manifest, metadata, or skills in a usual folder. Until the user enables one, Symposium only reports it (PL-16). */

import { join } from "node:path";

import type { Config } from "../../files/config.ts";
import { entriesIn, entryPath, leadsToFile } from "../../host/paths.ts";
import type { PackageSurroundings } from "../../packages/ecosystem.ts";
import { mayHaveEmbedded } from "../../packages/embedded.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { decisionOn, type PackageDecision, type PackageName } from "../enablement.ts";
import type { PluginOrigin } from "../plugin.ts";
import { SKILL } from "../sources/folder.ts";
import { hasAgentPlugin, MANIFEST } from "../sources/manifest-files.ts";
import { isUnread } from "../workspace-around.ts";
import { embeddedIn } from "./embedded-metadata.ts";

export interface Candidate extends PackageName {
  readonly version?: string;
  readonly folder: string;
  readonly decision: PackageDecision;
}

/** Only packages on this machine; nothing is fetched to find out. One of several versions is enough. */
export function candidatesIn(
  workspace: Workspace | null,
  config: Pick<Config, "use" | "disable" | "autoEnable">,
  where: PackageSurroundings,
): readonly Candidate[] {
  const all = (workspace?.dependencies ?? []).flatMap((dependency): Candidate[] => {
    const { ecosystem, name, version } = dependency;
    if (isUnread(dependency.origin)) return [];
    const folder = ecosystemNamed(ecosystem)?.packageFolder(dependency, where);
    if (folder === undefined || !carriesPlugin({ ecosystem, folder })) return [];
    const decision = decisionOn(dependency, config, workspace?.folder ?? null);
    return [{ ecosystem, name, version, folder, decision }];
  });
  return [...new Map(all.map((one) => [`${one.ecosystem}:${one.name}`, one])).values()];
}

export function openCandidates(
  candidates: readonly Candidate[],
  plugins: readonly { readonly origin: PluginOrigin }[],
): readonly Candidate[] {
  const isLoaded = ({ ecosystem, name }: Candidate) =>
    plugins.some(({ origin }) => origin.kind === "package" && origin.ecosystem === ecosystem && origin.name === name);
  return candidates.filter((one) => one.decision === "open" && !isLoaded(one));
}

/** Most packages carry none, so this reads as little as possible. */
export function carriesPlugin(of: { readonly ecosystem: string; readonly folder: string }): boolean {
  if (leadsToFile(entryPath(of.folder, MANIFEST)) || hasAgentPlugin(of.folder)) return true;
  const ecosystem = ecosystemNamed(of.ecosystem);
  const metadata = ecosystem !== undefined && mayHaveEmbedded(of.folder, ecosystem) ? embeddedIn(of).metadata : undefined;
  if (metadata?.kind === "skills") return metadata.skills.length > 0;
  return metadata?.kind === "manifest" || USUAL_SKILLS.some((name) => hasSkill(entryPath(of.folder, name)));
}

export const USUAL_SKILLS: readonly string[] = ["skills", ".agents/skills"];

/** Bounds far above any real folder of skills. */
const MOST_FOLDERS = 1_000;

/** Links are not followed: a package may have one to anywhere. */
export function hasSkill(top: string): boolean {
  if (!leadsToFile(top)) return false;
  const waiting = [top];
  for (let at = 0; at < waiting.length && at < MOST_FOLDERS; at++) {
    const folder = waiting[at] ?? top;
    const entries = entriesIn(folder);
    if (entries.some(({ name }) => name === SKILL)) return true;
    waiting.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
  }
  return false;
}
