/** The skills that we installed, by the markers in agents' folders. */

import { join } from "node:path";

import { everySkillFolder, type SkillScope } from "../../agents/skill-folders.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { MARKER, parseMarker } from "../../skills/marker.ts";

export interface SkillsIn {
  readonly folder: string;
  readonly scope: SkillScope["scope"];
  readonly skills: readonly InstalledSkill[];
}

export interface InstalledSkill {
  /** Of its folder. */
  readonly name: string;
  /** Who pointed at it; absent where the marker does not say: the Rust tool's is empty. */
  readonly source?: string;
  readonly plugin?: string;
}

/** Only folders in which there are some. Never throws. */
export function installedSkills(places: readonly SkillScope[]): readonly SkillsIn[] {
  return places.flatMap((place) =>
    everySkillFolder(place)
      .map((folder) => ({ folder, scope: place.scope, skills: skillsIn(folder) }))
      .filter(({ skills }) => skills.length > 0),
  );
}

function skillAt(folder: string, name: string): InstalledSkill[] {
  const read = readTextFile(join(folder, MARKER));
  if (read.kind !== "text") return [];
  const marked = parseMarker(read.text);
  if (marked.kind !== "ours") return [{ name }];
  const { source, plugin } = marked.marker;
  return [{ name, source, ...(plugin === undefined ? {} : { plugin }) }];
}

function skillsIn(folder: string): readonly InstalledSkill[] {
  const folders = entriesIn(folder).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.flatMap((name) => skillAt(join(folder, name), name));
}
