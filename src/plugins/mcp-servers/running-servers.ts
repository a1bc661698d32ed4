/** Servers that run for a client: each is started when it is first used, and ends when it was idle for a while. */

import type { CallToolResult, Tool } from "@modelcontextprotocol/client";

import { UserError } from "../../errors.ts";
import type { PlacedContext } from "../../host/places.ts";
import type { OpenServer, ToolCallRequest } from "./open-server.ts";
import type { IndexedServer } from "../plugin.ts";
import { checkTools, serverDigest, storeTools } from "./stored-tools.ts";

export interface RunningServers {
  /** Starts the server where it does not run, lists its tools and stores them. */
  readonly learnTools: (server: IndexedServer, app: PlacedContext) => Promise<readonly Tool[]>;
  readonly callTool: (server: IndexedServer, app: PlacedContext, call: ToolCallRequest) => Promise<CallToolResult>;
  /** Ends every server of this folder that is not among these: its gate has closed, or the consent is gone. */
  readonly retain: (servers: readonly IndexedServer[], folder: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

const IDLE_MS = 10 * 60 * 1000;

/** Package runners fetch a server when it is first started. */
const START_MS = 30_000;

interface Running {
  readonly folder: string;
  readonly opened: Promise<OpenServer>;
  readonly stop: AbortController;
  calls: number;
  idle?: NodeJS.Timeout | undefined;
}

/** `onToolsChanged`: a server lists other tools than before. */
export function runningServers({ onToolsChanged, idleMs = IDLE_MS }: { onToolsChanged: () => void; idleMs?: number }): RunningServers {
  const running = new Map<string, Running>();
  let hasEnded = false;

  const learnTools: RunningServers["learnTools"] = (server, app) =>
    use(server, app, async (open) => {
      const { tools } = checkTools(server.name, await open.listTools(AbortSignal.timeout(START_MS)));
      storeTools(server, tools, app.places);
      return tools;
    });

  return {
    learnTools,
    callTool: (server, app, call) => use(server, app, (open) => open.callTool(call)),
    retain: async (servers, folder) => {
      const wanted = new Set(servers.map((server) => keyOf(server, folder)));
      const unwanted = [...running].filter(([key, one]) => one.folder === folder && !wanted.has(key));
      await Promise.all(unwanted.map(([key]) => stop(key)));
    },
    end: async () => {
      hasEnded = true;
      await Promise.all([...running.keys()].map(stop));
    },
  };

  async function use<T>(server: IndexedServer, app: PlacedContext, work: (open: OpenServer) => Promise<T>): Promise<T> {
    if (hasEnded) throw new UserError("ENDED", "Symposium is ending");
    const key = keyOf(server, app.context.cwd);
    const one = running.get(key) ?? start(key, server, app);
    clearTimeout(one.idle);
    one.calls += 1;
    try {
      return await work(await one.opened);
    } finally {
      one.calls -= 1;
      if (one.calls === 0 && server.keepAlive !== true && running.get(key) === one) {
        one.idle = setTimeout(() => void stop(key), idleMs);
        one.idle.unref();
      }
    }
  }

  function start(key: string, server: IndexedServer, app: PlacedContext): Running {
    const relist = () => void learnTools(server, app).then(onToolsChanged, () => {});
    const stop = new AbortController();
    const opened = import("./open-server.ts").then(({ openServer }) =>
      openServer(server, app, { deadlineMs: START_MS, signal: stop.signal, onToolsChanged: relist }),
    );
    const one: Running = { folder: app.context.cwd, opened, stop, calls: 0 };
    running.set(key, one);
    const remove = () => {
      clearTimeout(one.idle);
      if (running.get(key) === one) running.delete(key);
    };
    opened.then(({ ended }) => ended.then(remove), remove);
    return one;
  }

  async function stop(key: string): Promise<void> {
    const one = running.get(key);
    if (one === undefined) return;
    running.delete(key);
    clearTimeout(one.idle);
    one.stop.abort();
    const opened = await one.opened.catch(() => undefined);
    await opened?.end();
  }
}

function keyOf(server: IndexedServer, folder: string): string {
  return `${serverDigest(server)} ${folder}`;
}
