/** All tools that a client is offered in its folder. */

import type { Tool } from "@modelcontextprotocol/server";

import { messageOf, UserError } from "../../errors.ts";
import { endAfterUs } from "../../host/end-processes.ts";
import type { PlacedContext } from "../../host/places.ts";
import { type HandlerEnd, runHandler } from "../../host/run-handler.ts";
import type { ForegroundJob } from "../../host/run-in-foreground.ts";
import { within } from "../../host/wait.ts";
import type { IndexedCommand } from "../../index/format.ts";
import { listsHere } from "../../index/lists-here.ts";
import type { IndexedServer } from "../../plugins/plugin.ts";
import { offeredName, readStoredTools, serverDigest } from "../../plugins/mcp-servers/stored-tools.ts";
import { checkPlaces } from "../../setup/app-context.ts";
import { unambiguousWord } from "../find-subcommand.ts";
import { runSubcommandBy } from "../run-subcommand.ts";
import { type Arguments, type OfferedTool, OWN_TOOLS, textResult } from "./own-tools.ts";
import { type Session, withoutLoaded } from "./session.ts";

/** With the servers whose tools are among them, by what the index says at this moment. Servers that no longer apply are ended first. */
export async function offeredTools(session: Session, app: PlacedContext, learn = false) {
  const { commands, servers } = await activeHere(session, app);
  await session.servers.retain(servers, app.context.cwd);
  const tools = new Map<string, OfferedTool>();
  const all = [...OWN_TOOLS, ...commandTools(commands), ...(await serverTools(session, app, servers, learn))];
  // Two servers may have tools whose whole names are equal, such as `a__b` of `x` and `b` of `x__a`.
  for (const tool of all) if (!tools.has(tool.definition.name)) tools.set(tool.definition.name, tool);
  return { tools: [...tools.values()], servers };
}

/** Nothing where the config cannot be read: the tools that are always there explain it. */
async function activeHere({ agent, isInOwnFile, isBeyondAgent }: Session, app: PlacedContext) {
  try {
    checkPlaces(app.context, app.places);
    const { commands, servers } = await listsHere(app);
    const first = servers.filter(({ name }, at) => servers.findIndex((other) => other.name === name) === at);
    const missing = first.filter((server) => (server.isGated || isBeyondAgent(server)) && !isInOwnFile(server, app));
    return { commands, servers: await withoutLoaded(missing, agent, app) };
  } catch (error) {
    console.error(`symposium: ${messageOf(error)}`);
    return { commands: [], servers: [] };
  }
}

/** Clients wait longer for a list; what comes later is told as a change. */
const FIRST_LIST_MS = 8_000;

/** Starts no server whose tools are stored. `learn`: the others are started, all at once. */
async function serverTools(
  session: Session,
  app: PlacedContext,
  servers: readonly IndexedServer[],
  learn: boolean,
): Promise<OfferedTool[]> {
  const known = servers.map((server) => ({ server, tools: readStoredTools(server, app.places) }));
  const unknown = known.filter(({ server, tools }) => tools === undefined && !session.failures.has(serverDigest(server)));
  if (!learn || unknown.length === 0) return known.flatMap(({ server, tools = [] }) => tools.map((tool) => offered(session, server, tool)));
  let isLate = false;
  const learnt = unknown.map(({ server }) =>
    session.servers.learnTools(server, app).then(
      () => (isLate ? session.onToolsChanged() : undefined),
      (error: unknown) => void session.failures.set(serverDigest(server), messageOf(error)),
    ),
  );
  await within(FIRST_LIST_MS, Promise.all(learnt));
  isLate = true;
  return serverTools(session, app, servers, false);
}

/** Why a server has no tools, for a call of one. */
export function failureFor(session: Session, servers: readonly IndexedServer[], tool: string): string | undefined {
  const server = servers.find(({ name }) => tool.startsWith(offeredName(name, "")));
  return server === undefined ? undefined : session.failures.get(serverDigest(server));
}

function offered({ servers }: Session, server: IndexedServer, tool: Tool): OfferedTool {
  return {
    definition: { ...tool, name: offeredName(server.name, tool.name) },
    call: async (args, { app, request }) => {
      const { _meta: { progressToken: token } = {} } = request;
      const onProgress = (progress: { readonly progress: number; readonly total?: number | undefined }) =>
        void request.notify({ method: "notifications/progress", params: { ...progress, progressToken: token } }).catch(() => {});
      const call = { name: tool.name, arguments: args, signal: request.signal };
      return servers.callTool(server, app, token === undefined ? call : { ...call, onProgress });
    },
  };
}

const DEADLINE_MS = 10 * 60 * 1000;

/** More than a model can use of one answer. */
const MOST_CHARACTERS = 200_000;
const MOST_ARGUMENTS = 1_000;

const INPUT = {
  type: "object",
  properties: { args: { type: "array", items: { type: "string" }, description: "The arguments, each as one string" } },
} as const;

function commandTools(commands: readonly IndexedCommand[]): readonly OfferedTool[] {
  const taken = new Set(OWN_TOOLS.map(({ definition }) => definition.name));
  const offered = commands.filter(({ audience }) => audience === "agents");
  return offered.flatMap((command): OfferedTool[] => {
    const isShared = offered.some((other) => other !== command && toolName(other.name) === toolName(command.name));
    const name = isShared || taken.has(toolName(command.name)) ? toolName(`${command.plugin}_${command.name}`) : toolName(command.name);
    if (taken.has(name)) return [];
    taken.add(name);
    const description = `${command.description} (command of the plugin ${command.plugin})`;
    return [{ definition: { name, description, inputSchema: { ...INPUT } }, call: callOf(unambiguousWord(command, commands)) }];
  });
}

/** Without `__`, which stands between the name of a server and its tool. */
function toolName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9-]+/g, "_").slice(0, 100);
}

function callOf(word: string): OfferedTool["call"] {
  return async (args, { app, request: { signal } }) => {
    const stop = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    const run = (job: ForegroundJob) => captured(job, stop);
    const end = await runSubcommandBy(run, { ...app, calledAs: "symposium" }, { name: word, args: argumentsIn(args) });
    return textResult(textOfEnd(end), end.kind !== "exited" || end.code !== 0);
  };
}

function argumentsIn({ args = [] }: Arguments): readonly string[] {
  if (Array.isArray(args) && args.length <= MOST_ARGUMENTS && args.every((arg) => typeof arg === "string" && !arg.includes("\0")))
    return args;
  throw new UserError("ARGUMENT", "`args` must be a list of strings", { hint: 'for example {"args": ["--verbose", "file.txt"]}' });
}

type Ended = Exclude<HandlerEnd, { readonly kind: "missing" | "no-such-folder" }>;

async function captured(job: ForegroundJob, stop: Promise<void>): Promise<Ended | { readonly notStarted: string; readonly code: string }> {
  let forget = () => {};
  const onStarted = (pid: number) => void (forget = endAfterUs(pid, job));
  const end = await runHandler({ ...job, input: "", timeoutMs: DEADLINE_MS, drainMs: 500, stop, onStarted });
  forget();
  return end.kind === "missing" || end.kind === "no-such-folder" ? { notStarted: end.message, code: "" } : end;
}

function textOfEnd(end: Ended): string {
  const stdout = bounded(end.stdout, end.kind === "exited" && end.truncated === true);
  const stderr = end.stderr === "" ? "" : `stderr:\n${bounded(end.stderr, false)}`;
  return [stdout, stderr, how(end)].filter((part) => part !== "").join("\n");
}

function how(end: Ended): string {
  if (end.kind === "timed-out") return `Symposium ended it after ${Math.round(end.ms / 1000)} s`;
  if (end.kind === "signalled") return `ended by ${end.signal}`;
  return end.code === 0 ? "" : `exit code ${end.code}`;
}

function bounded(text: string, isCut: boolean): string {
  if (text.length <= MOST_CHARACTERS) return isCut ? `${text}\n[the rest is left out]` : text;
  const half = MOST_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[${text.length - MOST_CHARACTERS} characters are left out]\n${text.slice(-half)}`;
}
