/** The sync that a session waits for: only what local files say, and only for so long (PL-23). */

import { problemText } from "../../documents/problem.ts";
import { configInForce } from "../../config/read-config.ts";
import { problemsOf, syncSkills } from "./sync-skills.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface InCall {
  /** Something is left for a process that may take its time. */
  readonly left: boolean;
  /** Copies were made or taken away. */
  readonly changed: boolean;
  readonly problems: readonly string[];
}

const NOTHING: InCall = { left: false, changed: false, problems: [] };

/** Never rejects: a session begins without its skills rather than with an error. */
export async function syncInCall(app: PlacedContext, folder: string, milliseconds: number): Promise<InCall> {
  const end = performance.now() + milliseconds;
  const read = configInForce(app.places);
  if (!read.ok) return NOTHING;
  try {
    const isOver = () => performance.now() > end;
    const synced = await syncSkills(app, { config: read.config, folder, scope: "project", patience: 0, isOver });
    // Whoever else is at it does what is to be done.
    if (synced.state === "busy") return NOTHING;
    const errors = problemsOf(synced).filter(({ severity }) => severity === "error");
    const { created, updated, removed, left } = synced.applied;
    const changed = created.length + updated.length + removed.length > 0;
    return { left: synced.gathered.left || left, changed, problems: errors.map(problemText) };
  } catch (error) {
    return { ...NOTHING, left: true, problems: [`skills could not be synced: ${error instanceof Error ? error.message : String(error)}`] };
  }
}
