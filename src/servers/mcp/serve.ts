/** Symposium's own MCP server (MC-7), over the stdin and stdout of this process. Loaded only to serve: the SDK is larger than the rest of Symposium. */

import { Console } from "node:console";
import { resolve } from "node:path";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { endWithUs } from "../../host/end-processes.ts";
import type { PlacedContext } from "../../host/places.ts";
import { markedEnvironment } from "../../host/start-process.ts";
import { openSession, type SessionOptions } from "./session.ts";
import { symposiumServer } from "./symposium-server.ts";

/** Above a picture or a long file in one message. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Returns when the client has closed our stdin, and everything that we started for it has ended. */
export async function serve({ context, places }: PlacedContext, options: SessionOptions): Promise<void> {
  // Stdout is for the protocol alone, whatever a library prints.
  globalThis.console = new Console(process.stderr);
  // What a client asks for never counts as the user's own wish (PL-27, PL-32).
  const marked = { ...context, env: markedEnvironment(context.env) };
  const session = openSession({ context: marked, places }, options);
  const stopListening = endWithUs(session.end);
  const { stdin, stdout } = process;
  const gone = new Promise<void>((resolve) => {
    for (const event of ["end", "close", "error"]) stdin.once(event, () => resolve());
    stdout.once("error", () => resolve());
  });
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MOST_BYTES });
  const served = serveStdio(({ era }) => symposiumServer(session, era), { transport, onerror: () => {} });
  try {
    await gone;
  } finally {
    await served.close();
    await session.end();
    stopListening();
  }
}

/** `args` are those after `symposium`; unknown ones are ignored, so that an entry of a later version still starts this one. */
export async function serveSymposium(args: readonly string[], app: PlacedContext): Promise<void> {
  const valueOf = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const workspace = valueOf("--workspace");
  await serve(app, { agent: valueOf("--agent"), workspace: workspace === undefined ? undefined : resolve(app.context.cwd, workspace) });
}
