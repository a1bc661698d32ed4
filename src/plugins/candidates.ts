/** Dependencies that carry a plugin: a manifest, metadata, or skills in a usual folder. Until the user enables one, Symposium only reports it (PL-16). */

import { join } from "node:path";

import type { Config } from "../config/config.ts";
import type { PackageSurroundings } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import { mayHaveEmbedded } from "../ecosystems/read-embedded.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { hasAgentPlugin } from "./agent-plugin/manifest-file.ts";
import { isUnread } from "./named-folders.ts";
import { embeddedIn } from "./packages/embedded-metadata.ts";
import { hasSkill, USUAL_SKILLS } from "./packages/has-skill.ts";
import { decisionOn, type PackageDecision, type PackageName } from "./packages/package-decision.ts";
import type { PluginOrigin } from "./plugin-origin.ts";
import { MANIFEST } from "./sources/manifest-file.ts";
import { leadsToFile } from "../platform/path-exists.ts";

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
    return [{ ecosystem, name, ...(version === undefined ? {} : { version }), folder, decision }];
  });
  return [...new Map(all.map((one) => [`${one.ecosystem}:${one.name}`, one])).values()];
}

/** Those that neither the user nor a plugin of a source has enabled. */
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
  if (leadsToFile(join(of.folder, MANIFEST)) || hasAgentPlugin(of.folder)) return true;
  const ecosystem = ecosystemNamed(of.ecosystem);
  const metadata = ecosystem !== undefined && mayHaveEmbedded(of.folder, ecosystem) ? embeddedIn(of).metadata : undefined;
  if (metadata?.kind === "skills") return metadata.skills.length > 0;
  return metadata?.kind === "manifest" || USUAL_SKILLS.some((name) => hasSkill(join(of.folder, name)));
}
