/** Which skills to install, and which copies to keep: the two halves of an answer about skills. */

import { sameName } from "../../files/similar-word.ts";
import type { Marker } from "./marker.ts";
import { originKey, type Skill } from "./skill.ts";

export interface Chosen {
  readonly skill: Skill;
  readonly source: string;
  readonly plugin?: string;
  /** The source whose plugin led to its package. */
  readonly led?: string;
  /** The name of a skill in the workspace's shared folder: it is copied under this name or not at all, and never into its own folder. */
  readonly mirrored?: string;
  /** Names of installations of its plugin that it needs (PG-9). */
  readonly requires?: readonly string[];
}

/** What could not be loaded this time: its copies stay (PL-4). */
export type Retained =
  | { readonly kind: "everything" }
  /** With `except`, only what came through other plugins. */
  | { readonly kind: "source"; readonly source: string; readonly except?: readonly string[] }
  | { readonly kind: "plugin"; readonly source: string; readonly plugin: string }
  | { readonly kind: "repository"; readonly repository: string; readonly path?: string }
  | { readonly kind: "package"; readonly ecosystem: string; readonly name: string }
  | { readonly kind: "folder"; readonly folder: string };

export function isRetained(marker: Pick<Marker, "origin" | "source" | "plugin" | "led">, kept: readonly Retained[]): boolean {
  return kept.some((item) => keeps(item, marker));
}

function keeps(item: Retained, { origin, source, plugin, led }: Parameters<typeof isRetained>[0]): boolean {
  switch (item.kind) {
    case "everything":
      return true;
    case "source":
      if (led === item.source) return true;
      return source === item.source && (item.except === undefined || (plugin !== undefined && !item.except.includes(plugin)));
    case "plugin":
      return source === item.source && plugin === item.plugin;
    case "repository":
      return origin.kind === "git" && origin.repository === item.repository && isBelow(origin.path, item.path ?? "");
    case "package":
      return origin.kind === "package" && origin.ecosystem === item.ecosystem && sameName(origin.name, item.name);
    case "folder":
      return origin.kind === "folder" && isBelow(origin.path, item.folder);
  }
}

/** Everything is below the empty path. */
function isBelow(path: string, folder: string): boolean {
  const slashed = (text: string) => text.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "");
  return folder === "" || slashed(path) === slashed(folder) || slashed(path).startsWith(`${slashed(folder)}/`);
}

export function isCopyOf(marker: Marker, { skill }: Pick<Chosen, "skill">): boolean {
  return marker.name === skill.name && originKey(marker.origin) === originKey(skill.origin);
}

/** Whether a copy was made of an earlier state of this skill: by the same plugin of the same source, for example at another commit. */
export function isEarlier(marker: Marker, { skill, source, plugin }: Chosen): boolean {
  return plugin !== undefined && marker.name === skill.name && marker.source === source && marker.plugin === plugin;
}
