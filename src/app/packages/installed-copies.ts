/** Where Symposium installed skills, by the markers of the copies. */

import { join } from "node:path";

import { resolveAgent } from "../../agents/hook-time.ts";
import { everySkillFolder, skillFolders, skillFoldersBelow, type SkillScope } from "../../agents/skill-folders.ts";
import type { Config } from "../../config/config.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { MARKER, parseMarker } from "../../skills/marker.ts";
import { originKey } from "../../skills/origin.ts";
import type { SkillOrigin } from "../../skills/skill.ts";
import { readSynced } from "../../skills/synced-record.ts";

export interface InstalledCopy {
  readonly folder: string;
  readonly scope: SkillScope["scope"];
  /** The configured agents that read it. */
  readonly agents: readonly string[];
}

/** Reads the agents' folders once. Never throws. */
export function installedCopies(
  { context, places }: PlacedContext,
  config: Pick<Config, "agents">,
  workspace: string | null,
): (origins: readonly SkillOrigin[]) => readonly InstalledCopy[] {
  const agents = config.agents.flatMap((name) => resolveAgent(name) ?? []);
  const members = workspace === null ? [] : (readSynced(workspaceState(places, workspace).synced)?.members ?? []);
  const scopes: readonly (SkillScope & { readonly isBelow?: true })[] = [
    ...(workspace === null ? [] : [{ scope: "project", project: workspace, context } as const]),
    ...members.map((project) => ({ scope: "project", project, context, isBelow: true }) as const),
    { scope: "user", project: "", context },
  ];
  const copies = new Map<string, InstalledCopy[]>();
  for (const place of scopes) {
    const readers = place.isBelow === true ? skillFoldersBelow(agents, place) : skillFolders(agents, place);
    for (const folder of everySkillFolder(place)) {
      const reading = readers.find(({ path }) => path === folder)?.agents ?? [];
      for (const entry of entriesIn(folder)) {
        const copy = join(folder, entry.name);
        const key = entry.isDirectory() ? originAt(copy) : undefined;
        if (key !== undefined) copies.set(key, [...(copies.get(key) ?? []), { folder: copy, scope: place.scope, agents: reading }]);
      }
    }
  }
  return (origins) => origins.flatMap((origin) => copies.get(originKey(origin)) ?? []);
}

function originAt(folder: string): string | undefined {
  const read = readTextFile(join(folder, MARKER));
  const marked = read.kind === "text" ? parseMarker(read.text) : undefined;
  return marked?.kind === "ours" ? originKey(marked.marker.origin) : undefined;
}
