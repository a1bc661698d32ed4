/**
 * Dependencies that contain a plugin: a manifest, metadata, or skills in the usual folder. Symposium reports them. This version
 * neither runs nor installs them, whatever the config says (PL-16).
 */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { isAutoEnabled } from "../config/auto-enable.ts";
import type { Config } from "../config/config.ts";
import { sameName } from "../config/same-name.ts";
import { readTextFileWithin } from "../documents/text-file-within.ts";
import type { Context } from "../context.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { boundsOf } from "../platform/bounds.ts";
import { entriesIn } from "../platform/folder-entries.ts";
import { isUsed } from "./enablement.ts";
import { readPackageMetadata } from "./package-metadata.ts";
import { SKILL } from "./sources/folder.ts";
import { MANIFEST } from "./sources/manifest-file.ts";

export interface Candidate {
  /** The package's name. */
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
  readonly decision: "open" | "enabled" | "declined";
}

/** Only of packages on this machine; nothing is fetched to find out. `disable` beats everything. */
export function candidatesIn(
  workspace: Workspace | null,
  config: Pick<Config, "use" | "disable" | "autoEnable">,
  context: Pick<Context, "env" | "home">,
): readonly Candidate[] {
  return (workspace?.dependencies ?? []).flatMap((dependency): Candidate[] => {
    const folder = ecosystemNamed(dependency.ecosystem)?.packageFolder(dependency, context);
    if (folder === undefined || !carriesPlugin(folder)) return [];
    const { name, version } = dependency;
    const decision = decisionOn(name, config, workspace?.folder ?? null);
    return [{ name, ...(version === undefined ? {} : { version }), folder, decision }];
  });
}

function decisionOn(name: string, config: Pick<Config, "use" | "disable" | "autoEnable">, workspace: string | null): Candidate["decision"] {
  if (config.disable.some((disabled) => sameName(disabled, name))) return "declined";
  return isUsed(name, config, workspace) || isAutoEnabled(config, name) ? "enabled" : "open";
}

function carriesPlugin(folder: string): boolean {
  if (existsSync(join(folder, MANIFEST))) return true;
  const says = metadataOf(folder);
  return says === "something" || (says === "nothing" && hasSkill(join(folder, "skills")));
}

/** Most packages have none, so the text is searched before it is parsed. An empty list means that there is none. */
function metadataOf(folder: string): "nothing" | "something" | "none" {
  const file = join(folder, "Cargo.toml");
  const read = readTextFileWithin(file, boundsOf(folder));
  if (read.kind !== "text" || !read.text.includes("symposium")) return "nothing";
  const { metadata } = readPackageMetadata(file, read.text);
  if (metadata.kind === "skills") return metadata.skills.length === 0 ? "none" : "something";
  return metadata.kind === "manifest" ? "something" : "nothing";
}

/** Bounds far above any real folder of skills. */
const MOST_FOLDERS = 1_000;

/** Links are not followed: a package may have one to anywhere. */
function hasSkill(top: string): boolean {
  if (!existsSync(top)) return false;
  const waiting = [top];
  for (let at = 0; at < waiting.length && at < MOST_FOLDERS; at++) {
    const folder = waiting[at] ?? top;
    const entries = entriesIn(folder);
    if (entries.some(({ name }) => name === SKILL)) return true;
    waiting.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
  }
  return false;
}
