import type { SyncedInCall } from "../../runtime/world.ts";
export function syncInCall(..._args: unknown[]): Promise<SyncedInCall> {
  return Promise.resolve({ left: false, problems: [] });
}
