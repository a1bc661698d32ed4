/** The sync that a session waits for: only from local files, and only for so long (PL-23). */

import { withYamlManifests } from "../../hook-manifest/yaml-when-needed.ts";
import { problemText } from "../../documents/problem.ts";
import { configInForce } from "../../config/read-config.ts";
import { problemsOf, syncSkills } from "./sync-skills.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface InCall {
  /** Something is left for a process without a deadline. */
  readonly left: boolean;
  /** Copies were made or removed. */
  readonly changed: boolean;
  readonly problems: readonly string[];
}

const NOTHING: InCall = { left: false, changed: false, problems: [] };

/** Never rejects: a session starts without its skills rather than with an error. */
export async function syncInCall(app: PlacedContext, folder: string, milliseconds: number): Promise<InCall> {
  const end = performance.now() + milliseconds;
  const read = configInForce(app.places);
  if (!read.ok) return NOTHING;
  try {
    const isOver = () => performance.now() > end;
    const synced = await withYamlManifests(() => syncSkills(app, { config: read.config, folder, scope: "project", patience: 0, isOver }));
    // The process that holds the lock does the work.
    if (synced.state === "busy") return NOTHING;
    const errors = problemsOf(synced).filter(({ severity }) => severity === "error");
    const { created, updated, removed, left } = synced.applied;
    const changed = created.length + updated.length + removed.length > 0;
    return { left: synced.gathered.left || left, changed, problems: errors.map(problemText) };
  } catch (error) {
    return { ...NOTHING, left: true, problems: [`cannot sync skills: ${error instanceof Error ? error.message : String(error)}`] };
  }
}
