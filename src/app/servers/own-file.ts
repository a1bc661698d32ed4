/** Whether an agent has a server in a file of its own, by what we wrote there: our own server does not offer it again. */

import { resolveAgent } from "../../agents/hook-time.ts";
import { readLedger } from "../../config-files/ledger-file.ts";
import type { LedgerServer } from "../../config-files/ledger.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { stampOf } from "../../platform/stamp.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { workspaceFolder } from "../workspace-folder.ts";

export type OwnFileTest = (server: Pick<IndexedServer, "name" | "plugin">, app: PlacedContext) => boolean;

/** Without an agent, or with an unknown one, every server is offered. */
export function ownFileTest(agent: string | undefined): OwnFileTest {
  const name = agent === undefined ? undefined : resolveAgent(agent);
  if (name === undefined) return () => false;
  let read: { readonly stamp: string; readonly servers: readonly LedgerServer[] } | undefined;
  return ({ name: server, plugin }, { context, places }) => {
    const stamp = stampOf(places.ledger);
    if (read?.stamp !== stamp) read = { stamp, servers: serversIn(places.ledger) };
    const folder = workspaceFolder(context);
    return read.servers.some(
      (one) =>
        one.name === server &&
        one.plugin === plugin &&
        one.agents.includes(name) &&
        (one.workspace === undefined || one.workspace === folder),
    );
  };
}

/** A server that is offered twice does less harm than one that is missing. */
function serversIn(ledger: string): readonly LedgerServer[] {
  try {
    return readLedger(ledger).files.flatMap(({ servers = [] }) => servers);
  } catch {
    return [];
  }
}
