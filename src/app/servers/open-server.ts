/** A connection to one MCP server of a plugin: started as the launcher starts it, or reached at its address. */

import {
  type CallToolResult,
  Client,
  isSpecType,
  type ProgressCallback,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";
import { pathToFileURL } from "node:url";

import { messageOf } from "../../canonical/error-message.ts";
import { isObject } from "../../canonical/json.ts";
import { UserError } from "../../errors.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import { VERSION } from "../../version.ts";
import { workspaceFolder } from "../workspace-folder.ts";
import { processTransport } from "./process-transport.ts";
import { remoteAddress } from "./remote-address.ts";
import { serverProcess } from "./server-process.ts";

export interface OpenServer {
  readonly listTools: (signal: AbortSignal) => Promise<readonly Tool[]>;
  readonly callTool: (call: ToolCallRequest) => Promise<CallToolResult>;
  /** Settles when the server is gone. */
  readonly ended: Promise<void>;
  readonly end: () => Promise<void>;
}

export interface ToolCallRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressCallback;
}

export interface OpenOptions {
  readonly deadlineMs: number;
  /** Ends it, also while it starts. */
  readonly signal: AbortSignal;
  readonly onToolsChanged?: () => void;
}

/** Above any work that a model waits for; the client's own limit is below it. */
const CALL_MS = 60 * 60 * 1000;
const LIST_MS = 30_000;
const MOST_PAGES = 100;

/** Unsupported protocol version, and unknown method: the server knows only the protocol of 2026-07-28. */
const NEWER_ONLY = new Set<unknown>([-32_022, -32_601]);

/** Throws a `UserError` that says why not. The caller checked gate, trust and policy: the server is one of `serversHere`. */
export async function openServer(server: IndexedServer, app: PlacedContext, options: OpenOptions): Promise<OpenServer> {
  try {
    return await connect(server, app, options, "legacy");
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || !NEWER_ONLY.has(error.code)) throw error;
    return connect(server, app, options, "auto");
  }
}

async function connect(
  server: IndexedServer,
  app: PlacedContext,
  { deadlineMs, signal: stop, onToolsChanged = () => {} }: OpenOptions,
  mode: "legacy" | "auto",
): Promise<OpenServer> {
  const { transport, whyEnded } = transportTo(server, app);
  const fail = (error: unknown): Error => {
    const why = whyEnded() ?? messageOf(error);
    const problem = new UserError("SERVER", `server \`${server.name}\` of plugin \`${server.plugin}\`: ${why}`, { cause: error });
    return error instanceof Error && "code" in error ? Object.assign(error, { message: problem.message }) : problem;
  };
  const client = new Client({ name: "symposium", version: VERSION }, { capabilities: { roots: {} }, versionNegotiation: { mode } });
  const root = workspaceFolder(app.context) ?? app.context.cwd;
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(root).href }] }));
  client.setNotificationHandler("notifications/tools/list_changed", () => onToolsChanged());
  const ended = new Promise<void>((resolve) => Object.assign(client, { onclose: resolve, onerror: () => {} }));
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw fail(error);
    }
  };
  stop.addEventListener("abort", () => void transport.close());
  try {
    stop.throwIfAborted();
    await client.connect(transport, { timeout: deadlineMs, signal: stop });
  } catch (error) {
    const problem = fail(error);
    await transport.close().catch(() => {});
    throw problem;
  }
  return {
    ended,
    end: () => client.close().catch(() => {}),
    listTools: (signal) => guarded(allTools(client, signal)),
    callTool: ({ name, arguments: args, signal, onProgress }) =>
      guarded(
        client.request(
          { method: "tools/call", params: { name, arguments: args } },
          { signal, timeout: CALL_MS, ...(onProgress === undefined ? {} : { onprogress: onProgress }) },
        ),
      ),
  };
}

async function allTools(client: Client, signal: AbortSignal): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let next: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = next === undefined ? {} : { cursor: next };
    const answer = await client.request({ method: "tools/list", params }, ANY_RESULT, { signal, timeout: LIST_MS });
    if (!isObject(answer) || !Array.isArray(answer["tools"])) throw new Error("its list of tools is not a list");
    // One invalid tool costs itself: clients would reject the whole list for it.
    tools.push(...answer["tools"].filter((tool: unknown) => isSpecType.Tool(tool)));
    if (typeof answer["nextCursor"] !== "string") return tools;
    next = answer["nextCursor"];
  }
  throw new Error("its list of tools has no end");
}

/** The SDK checks nothing: it would reject the whole list for one invalid tool. */
const ANY_RESULT = { "~standard": { version: 1, vendor: "symposium", validate: (value: unknown) => ({ value }) } } as const;

interface Connection {
  readonly transport: Transport;
  readonly whyEnded: () => string | undefined;
}

function transportTo(server: IndexedServer, app: PlacedContext): Connection {
  const { context } = app;
  if (server.transport === "stdio") {
    const prepared = serverProcess(server, app);
    if ("problem" in prepared) throw refusal(server, prepared.problem, prepared.hint);
    const transport = processTransport(prepared, context);
    return { transport, whyEnded: transport.whyEnded };
  }
  const address = remoteAddress(server, context);
  if ("problem" in address) throw refusal(server, address.problem, address.hint);
  // A redirect would carry the headers to another host.
  const requestInit = { headers: address.headers, redirect: server.headers.length > 0 ? "error" : "follow" } as const;
  const Kind = server.transport === "http" ? StreamableHTTPClientTransport : SSEClientTransport;
  return { transport: new Kind(address.url, { requestInit }), whyEnded: () => undefined };
}

function refusal({ name, plugin }: IndexedServer, problem: string, hint: string | undefined): UserError {
  return new UserError(
    "SERVER",
    `server \`${name}\` of plugin \`${plugin}\` cannot be started: ${problem}`,
    hint === undefined ? {} : { hint },
  );
}
