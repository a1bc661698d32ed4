/** Servers as an index has them: what a test is about, and the rest made up. */

import type { IndexedProcess, IndexedServer } from "../../../src/plugins/plugin.ts";

const REST = { plugin: "tools", source: "user-plugins", name: "docs", isGated: false, manifest: ["/m", null] };

export function indexedProcess(given: Partial<IndexedServer> = {}): IndexedServer {
  const process = { transport: "stdio", command: { kind: "executable", path: "node", args: [] }, variables: [] };
  return { ...REST, ...process, ...given } as unknown as IndexedServer;
}

export function indexedRemote(given: Partial<Exclude<IndexedServer, IndexedProcess>>): Exclude<IndexedServer, IndexedProcess> {
  return { ...REST, transport: "http", url: "https://docs.test/servers/mcp", headers: [], ...given } as unknown as Exclude<
    IndexedServer,
    IndexedProcess
  >;
}
