/** A connection to one MCP server of a plugin: started as the launcher starts it, or reached at its address. */

import { pathToFileURL } from "node:url";
import {
  type CallToolResult,
  Client,
  deserializeMessage,
  isSpecType,
  type ProgressCallback,
  serializeMessage,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";

import { type Context, VERSION } from "../../context.ts";
import { messageOf, UserError } from "../../errors.ts";
import { systemProgram } from "../../host/command-line.ts";
import { endAfterUs, endGroup, readyToEnd } from "../../host/end-processes.ts";
import type { PlacedContext } from "../../host/places.ts";
import { keepUpTo } from "../../host/run-handler.ts";
import { within } from "../../host/wait.ts";
import { lookUp, put } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import type { IndexedProcess, IndexedServer } from "../plugin.ts";
import { messageLines } from "./message-lines.ts";
import {
  type NotStartable,
  type ServerChild,
  serverProcess,
  type ServerProcess,
  startServer,
  unsetProblem,
  withVariablesOf,
} from "./server-process.ts";

export interface OpenServer {
  readonly listTools: (signal: AbortSignal) => Promise<readonly Tool[]>;
  readonly callTool: (call: ToolCallRequest) => Promise<CallToolResult>;
  readonly ended: Promise<void>;
  readonly end: () => Promise<void>;
}

export interface ToolCallRequest {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress?: ProgressCallback;
}

interface OpenOptions {
  readonly deadlineMs: number;
  /** Ends the server, even while it starts. */
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
  const transport = transportTo(server, app);
  const fail = (error: unknown): Error => {
    const why = transport.whyEnded?.() ?? messageOf(error);
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
    callTool: ({ name, arguments: args, signal, onProgress: onprogress }) =>
      guarded(client.request({ method: "tools/call", params: { name, arguments: args } }, { signal, timeout: CALL_MS, onprogress })),
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

/** `whyEnded` completes "the server …", once it has. */
type OurTransport = Transport & { readonly whyEnded?: () => string | undefined };

function transportTo(server: IndexedServer, app: PlacedContext): OurTransport {
  const { context } = app;
  const refusal = ({ problem, hint }: NotStartable) =>
    new UserError("SERVER", `server \`${server.name}\` of plugin \`${server.plugin}\` cannot be started: ${problem}`, { hint });
  if (server.transport === "stdio") {
    const prepared = serverProcess(server, app);
    if ("problem" in prepared) throw refusal(prepared);
    return processTransport(prepared, context);
  }
  const address = remoteAddress(server, context);
  if ("problem" in address) throw refusal(address);
  // A redirect would carry the headers to another host.
  const requestInit = { headers: address.headers, redirect: server.headers.length > 0 ? "error" : "follow" } as const;
  const Kind = server.transport === "http" ? StreamableHTTPClientTransport : SSEClientTransport;
  return new Kind(address.url, { requestInit });
}

/** A server that gets this much and reads none of it does not read at all. */
const MOST_UNREAD = 64 * 1024 * 1024;
const STDERR_LIMIT = 16 * 1024;

/** How long a server may take to end after its stdin has ended, and after TERM: less than clients give us. */
const LEAVE_MS = 300;
const GRACE_MS = 700;

/** How long to wait for a server's last output: a process that it left behind may keep the pipe open. */
const DRAIN_MS = 250;

function processTransport(server: ServerProcess, context: Pick<Context, "os" | "env">): OurTransport {
  const { os } = context;
  const stderr = keepUpTo(STDERR_LIMIT);
  let child: ServerChild | undefined;
  let reason: string | undefined;
  let exited: Promise<true> = Promise.resolve(true);
  let ending: Promise<void> | undefined;
  let forget = () => {};

  const stop = (why: string) => {
    reason ??= why;
    void transport.close();
  };
  const transport: OurTransport = {
    whyEnded: () => reason,
    start: async () => {
      readyToEnd(context);
      child = await startServer(server, os);
      const { stdin, stdout } = child;
      if (child.pid !== undefined) forget = endAfterUs(child.pid, context);
      exited = new Promise((resolve) => child!.on("exit", () => resolve(true)));
      const errors = new Promise<true>((resolve) => child!.stderr.on("close", () => resolve(true)));
      child.on("exit", (code, signal) => {
        // Its last output may not have arrived yet.
        void within(DRAIN_MS, errors).then(() => stop(exitText(code, signal, stderr.text())));
      });
      stdin.on("error", () => {});
      child.stderr.on("data", stderr.add).on("error", () => {});
      const take = messageLines((line) => transport.onmessage?.(deserializeMessage(line)), stop);
      stdout.on("error", () => {}).on("data", take);
    },
    send: (message) => {
      if (child === undefined || ending !== undefined) return Promise.reject(new Error(reason ?? "has ended"));
      if (child.stdin.writableLength > MOST_UNREAD) {
        stop("does not read its stdin");
        return Promise.reject(new Error(reason));
      }
      child.stdin.write(serializeMessage(message));
      return Promise.resolve();
    },
    close: () => (ending ??= end()),
  };
  return transport;

  async function end(): Promise<void> {
    reason ??= "was ended";
    if (child?.pid !== undefined) {
      child.stdin.end();
      await within(LEAVE_MS, exited);
      const hasExited = exited.then(() => ({ code: null, signal: null }));
      const group = { pid: child.pid, exited: hasExited, drained: Promise.resolve(), release: () => {} };
      await endGroup(group, GRACE_MS, os, killTree);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      child.unref();
    }
    forget();
    transport.onclose?.();
  }

  async function killTree(pid: number): Promise<void> {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const options = { stdio: "ignore", windowsHide: true } as const;
    const killer = spawn(systemProgram("taskkill.exe", server.env), ["/pid", String(pid), "/t", "/f"], options);
    await within(GRACE_MS, new Promise<true>((resolve) => killer.on("exit", () => resolve(true)).on("error", () => resolve(true))));
  }
}

function exitText(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const last = stderr.trimEnd().split("\n").slice(-3).join("\n").slice(-500);
  return last === "" ? how : `${how}: ${last}`;
}

/** Address and headers of a server that is reached, with the values of the variables that they refer to (MC-12). Those of an Agent Plugin refer to none. */
export function remoteAddress(
  { url, headers, packageRoot }: Pick<Exclude<IndexedServer, IndexedProcess>, "url" | "headers" | "packageRoot">,
  { env }: Pick<Context, "env">,
): { readonly url: URL; readonly headers: Record<string, string> } | NotStartable {
  const given = [url, ...headers.map(({ value }) => value)];
  const filled = packageRoot === undefined ? withVariablesOf(given, (name) => lookUp(env, name)) : { texts: given };
  if ("unset" in filled) return unsetProblem(`it refers to \${${filled.unset}}, and ${filled.unset} is not set`, filled.unset);
  const [address = "", ...values] = filled.texts;
  if (!URL.canParse(address)) return { problem: `${JSON.stringify(url)} is not a valid address` };
  const result: Record<string, string> = {};
  for (const [at, { name }] of headers.entries()) put(result, name, values[at]!);
  return { url: new URL(address), headers: result };
}
