/** `sync`: calls the use case, and reports what came of it. */

import { sync, type SyncRequest } from "../app/sync.ts";
import type { CliContext } from "./cli-context.ts";
import { listeners } from "./report/set-up.ts";
import { failureOfSync, reportSyncMessages } from "./report/sync.ts";

export async function runSync(cli: CliContext, request: SyncRequest): Promise<void> {
  const result = await sync(cli, { ...request, update: cli.update, ...listeners(cli) });
  cli.report(reportSyncMessages(cli, result));
  const failure = failureOfSync(cli, result);
  if (failure !== undefined) throw failure;
}
