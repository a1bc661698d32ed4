/** The folder that a client works in: what it was told (`--workspace`), the first of the client's roots, or the folder we were started in. */

import { fileURLToPath } from "node:url";

import type { Server } from "@modelcontextprotocol/server";

import { isFolder } from "../platform/is-folder.ts";

/** A client that offers roots may still never answer. */
const DEADLINE_MS = 2_000;

export interface ClientRoot {
  readonly folder: () => Promise<string>;
  /** The client's roots have changed. */
  readonly forget: () => void;
}

export function fixedRoot(folder: string): ClientRoot {
  return { folder: () => Promise.resolve(folder), forget: () => {} };
}

/** The protocol of 2026-07-28 has no such request: there the folder we were started in counts. */
export function rootOfClient(server: Server, otherwise: string): ClientRoot {
  let known: Promise<string> | undefined;
  return {
    folder: () => (known ??= askedRoot(server, otherwise)),
    forget: () => void (known = undefined),
  };
}

async function askedRoot(server: Server, otherwise: string): Promise<string> {
  if (server.getClientCapabilities()?.roots === undefined) return otherwise;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: DEADLINE_MS });
    return roots.map(({ uri }) => folderOf(uri)).find((folder) => folder !== undefined) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function folderOf(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return isFolder(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
