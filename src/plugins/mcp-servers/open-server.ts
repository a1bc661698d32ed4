/** A connection to one MCP server of a plugin: started as the launcher starts it, or reached at its address. */

import type { ChildProcessWithoutNullStreams } from "node:child_process";
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

import type { Context } from "../../context.ts";
import { messageOf, UserError } from "../../errors.ts";
import { systemProgram } from "../../host/command-line.ts";
import { endAfterUs, endGroup, readyToEnd } from "../../host/end-processes.ts";
import type { PlacedContext } from "../../host/places.ts";
import { keepUpTo } from "../../host/run-handler.ts";
import { isTextWithoutInterpreter } from "../../host/node.ts";
import { startFailure } from "../../host/start-process.ts";
import { within } from "../../host/wait.ts";
import { lookUp, put } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import { VERSION } from "../../version.ts";
import { referencesIn, withReferences } from "../secrets.ts";
import { messageLines } from "./message-lines.ts";
import { type IndexedServer, type NotStartable, serverProcess, type ServerProcess } from "./server-process.ts";

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

interface OpenOptions {
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

/** The protocol over the stdin and stdout of a server that we start: in its own group, with bounds on what it may send. */
interface ProcessTransport extends Transport {
  /** Why it ended, once it has; completes "the server …". */
  readonly whyEnded: () => string | undefined;
}

/** A server that gets this much and reads none of it does not read at all. */
const MOST_UNREAD = 64 * 1024 * 1024;
const STDERR_LIMIT = 16 * 1024;

/** What a server has to end by itself after its stdin has ended, and after TERM. Less than clients give us. */
const LEAVE_MS = 300;
const GRACE_MS = 700;

/** For its last output, which a process that it left behind may keep from ending. */
const DRAIN_MS = 250;

function processTransport(server: ServerProcess, context: Pick<Context, "os" | "env">): ProcessTransport {
  const { os } = context;
  const stderr = keepUpTo(STDERR_LIMIT);
  let child: ChildProcessWithoutNullStreams | undefined;
  let reason: string | undefined;
  let exited: Promise<true> = Promise.resolve(true);
  let ending: Promise<void> | undefined;
  let forget = () => {};

  const stop = (why: string) => {
    reason ??= why;
    void transport.close();
  };
  const transport: ProcessTransport = {
    whyEnded: () => reason,
    start: async () => {
      readyToEnd(context);
      child = await spawned(server, os);
      const { stdin, stdout } = child;
      if (child.pid !== undefined) forget = endAfterUs(child.pid, context);
      exited = new Promise((resolve) => child!.on("exit", () => resolve(true)));
      const errors = new Promise<true>((resolve) => child!.stderr.on("close", () => resolve(true)));
      child.on("exit", (code, signal) => {
        // Its last words may still be on the way.
        void within(DRAIN_MS, errors).then(() => stop(exitText(code, signal, stderr.text())));
      });
      stdin.on("error", () => {});
      stdout.on("error", () => {});
      child.stderr.on("data", stderr.add).on("error", () => {});
      stdout.on(
        "data",
        messageLines((line) => transport.onmessage?.(deserializeMessage(line)), stop),
      );
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
      await endGroup(asStarted(child.pid), GRACE_MS, os, killTree);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      child.unref();
    }
    forget();
    transport.onclose?.();
  }

  function asStarted(pid: number) {
    return { pid, exited: exited.then(() => ({ code: null, signal: null })), drained: Promise.resolve(), release: () => {} };
  }

  async function killTree(pid: number): Promise<void> {
    const { spawn } = process.getBuiltinModule("node:child_process");
    const killer = spawn(systemProgram("taskkill.exe", server.env), ["/pid", String(pid), "/t", "/f"], {
      stdio: "ignore",
      windowsHide: true,
    });
    await within(GRACE_MS, new Promise<true>((resolve) => killer.on("exit", () => resolve(true)).on("error", () => resolve(true))));
  }
}

function spawned({ file, args, cwd, env, verbatim = false }: ServerProcess, os: Context["os"]): Promise<ChildProcessWithoutNullStreams> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(new Error(startFailure(error, { file, cwd }).message));
    if (os !== "windows" && isTextWithoutInterpreter(file)) return fail(Object.assign(new Error("not a program"), { code: "ENOEXEC" }));
    const options = { cwd, env, windowsHide: true, windowsVerbatimArguments: verbatim, detached: os !== "windows" };
    const child = spawn(file, args, { ...options, stdio: "pipe" });
    child.on("error", fail);
    child.on("spawn", () => resolve(child));
  });
}

function exitText(code: number | null, signal: NodeJS.Signals | null, stderr: string): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const last = stderr.trimEnd().split("\n").slice(-3).join("\n").slice(-500);
  return last === "" ? how : `${how}: ${last}`;
}

/** Address and headers of a server that is reached, with the values of the variables that they refer to (MC-12). Those of an Agent Plugin refer to none. */
export type RemoteServer = Extract<IndexedServer, { readonly transport: "http" | "sse" }>;

interface RemoteAddress {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

export function remoteAddress(server: RemoteServer, { env }: Pick<Context, "env">): RemoteAddress | NotStartable {
  const isLiteral = server.packageRoot !== undefined;
  const texts = isLiteral ? [] : [server.url, ...server.headers.map(({ value }) => value)];
  const unset = texts.flatMap(referencesIn).find((name) => lookUp(env, name) === undefined);
  if (unset !== undefined)
    return {
      problem: `it refers to \${${unset}}, and ${unset} is not set`,
      hint: `set ${unset} in the environment of the agent and restart it`,
    };
  const filled = (text: string) => (isLiteral ? text : withReferences(text, (name) => lookUp(env, name) ?? ""));
  const url = filled(server.url);
  if (!URL.canParse(url)) return { problem: `${JSON.stringify(server.url)} is not a valid address` };
  const headers: Record<string, string> = {};
  for (const { name, value } of server.headers) put(headers, name, filled(value));
  return { url: new URL(url), headers };
}
