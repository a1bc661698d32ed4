/** Acquires the programs of a command that are missing, when it is called (PG-3). */

import type { Problem } from "../../documents/problem.ts";
import type { AcquireProgress } from "../../installations/program-source.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { IndexedCommand } from "../../plugins/dispatch-index/format.ts";
import { acquirePrograms } from "../../sync/programs/acquire-programs.ts";
import { wantedPrograms } from "../../sync/programs/wanted-programs.ts";
import { loadHere } from "../plugins/load-here.ts";

export interface AcquiringListeners {
  readonly onProgress?: (message: string) => void;
  /** What a step is at, often. */
  readonly onDetail?: (progress: AcquireProgress) => void;
  /** All was tried. */
  readonly onAcquired?: () => void;
  /** Something that the command requires could not be acquired: it is started without it. */
  readonly onProblem?: (problem: Problem) => void;
}

/** What could not be acquired. */
export async function acquireMissing(
  app: PlacedContext,
  command: IndexedCommand,
  { onProgress, onDetail, onAcquired }: AcquiringListeners,
): Promise<readonly Problem[]> {
  const { loaded, workspace } = loadHere(app);
  const plugins = loaded.plugins.filter(({ plugin, source }) => plugin.name === command.plugin && source === command.source);
  const wanted = wantedPrograms({ ...loaded, plugins }, []).filter(({ by }) => by.includes(`subcommand ${command.name}`));
  const { problems } = await acquirePrograms(app, wanted, { workspace, onProgress, onDetail });
  onAcquired?.();
  return problems;
}
