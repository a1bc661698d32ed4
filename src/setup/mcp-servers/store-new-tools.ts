/** Starts each gated server once, so that our own server can list its tools without starting it (MC-7). */

import { messageOf } from "../../errors.ts";
import type { Problem } from "../../files/problem.ts";
import { isGuest } from "../../host/own-process.ts";
import type { PlacedContext } from "../../host/places.ts";
import { within } from "../../host/wait.ts";
import { serversHere } from "../../index/lists-here.ts";
import { readStoredTools } from "../../plugins/mcp-servers/stored-tools.ts";

const DEADLINE_MS = 10_000;

/** One problem for each server whose tools could not be listed. Servers whose tools are stored are not started. */
export async function storeNewTools(app: PlacedContext, onProgress?: (message: string) => void): Promise<readonly Problem[]> {
  if (isGuest(app.places)) return [];
  const unknown = (await serversHere(app)).filter((server) => server.isGated && readStoredTools(server, app.places) === undefined);
  if (unknown.length === 0) return [];
  onProgress?.(`listing the tools of ${unknown.map(({ name }) => name).join(", ")}`);
  const { runningServers } = await import("../../plugins/mcp-servers/running-servers.ts");
  const running = runningServers({ onToolsChanged: () => {} });
  try {
    const listed = unknown.map(async (server): Promise<Problem[]> => {
      const learnt = running.learnTools(server, app).then(() => "", messageOf);
      const late = `server \`${server.name}\` did not answer within ${DEADLINE_MS / 1000} s`;
      const reason = await within(DEADLINE_MS, learnt);
      return reason === "" ? [] : [{ severity: "warning", file: server.manifest[0], message: reason ?? late }];
    });
    return (await Promise.all(listed)).flat();
  } finally {
    await running.end();
  }
}
