/** `sync`: calls the use case, and reports what came of it. */

import { sync, type SyncRequest } from "../app/sync.ts";
import type { CliContext } from "./cli-context.ts";
import { warningOf } from "./report-set-up.ts";
import { failureOfSync, reportSyncMessages } from "./report-sync.ts";

export async function runSync(cli: CliContext, request: SyncRequest): Promise<void> {
  const { update, report } = cli;
  const result = await sync(cli, {
    ...request,
    ...(update === undefined ? {} : { update }),
    onProgress: (message) => report({ type: "message", level: "note", message }),
    onProblem: (problem) => report(warningOf(problem)),
  });
  report(reportSyncMessages(cli, result));
  const failure = failureOfSync(cli, result);
  if (failure !== undefined) throw failure;
}
