/** Acquires newer versions of the programs of a plugin that runs by consent. The user has just agreed (PL-17). */

import { acquirePrograms, type ProgramsHere, withNewer } from "../../sync/programs/acquire-programs.ts";
import { wantedPrograms } from "../../sync/programs/wanted-programs.ts";
import { gather } from "../../sync/workspace/gather.ts";
import type { AppContext } from "../app-context.ts";
import { configToApply } from "../usable-config.ts";
import { workspaceFolder } from "../workspace-folder.ts";

export async function takeNewer(app: AppContext, id: string, onProgress: (message: string) => void): Promise<ProgramsHere> {
  const { config } = configToApply(app.places);
  const { loaded, collected, workspace } = await gather(app, { config, folder: workspaceFolder(app.context) });
  const plugins = loaded.plugins.filter(({ consent }) => consent?.subject.id === id);
  const wanted = withNewer(app, wantedPrograms({ ...loaded, plugins }, collected.skills));
  return acquirePrograms(app, wanted, { workspace, takesNewer: true, onProgress });
}
