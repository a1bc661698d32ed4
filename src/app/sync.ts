/** `sync`: registration and skills, brought into the state that config and workspace ask for; one answer for both. */

import { dirname, relative } from "node:path";

import { isObject, type Json, type JsonObject } from "../canonical/json.ts";
import { resolveAgent } from "../agents/resolve.ts";
import { resolveNativeEvent } from "../agents/resolve-event.ts";
import type { Config } from "../config/config.ts";
import { type Problem, problemText } from "../documents/problem.ts";
import { configToActOn } from "../config/read-config.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { ALL_MARKERS } from "../ecosystems/markers.ts";
import { UserError } from "../errors.ts";
import { isAtOrAbove } from "../platform/same-folder.ts";
import { freshenIndex } from "../plugins/dispatch-index/rebuild.ts";
import { gather } from "../sync/workspace/gather.ts";
import { planSkills } from "../sync/workspace/plan-skills.ts";
import { takeRefreshLock } from "../sync/workspace/refresh.ts";
import { syncSkills } from "../sync/workspace/sync-skills.ts";
import { BUILD } from "../version.ts";
import type { CliContext } from "../cli/cli-context.ts";
import { endOf } from "../cli/render-set-up.ts";
import { renderSkills } from "../cli/render-skills.ts";
import { type ReportedSkills, reportedSkills, type SyncOutcome } from "./skill-changes.ts";
import type { AnswerEvent, MessageEvent, Reporter } from "../cli/reporter.ts";
import { runSetUp } from "./set-up.ts";
import { settleSync } from "../cli/settle-sync.ts";
import { unknownAgent } from "./unknown-agent.ts";
import { lookUp } from "../lookup.ts";

export interface SyncCommand {
  readonly dryRun: boolean;
  /** Only these agents, by any of their names. */
  readonly agents?: readonly string[];
  /** The user's own folders instead of the workspace's. */
  readonly user: boolean;
  /** Waits for what runs detached. */
  readonly wait: boolean;
}

export async function runSync(original: CliContext, order: SyncCommand): Promise<void> {
  const began = original.context.now();
  const messages: MessageEvent[] = [];
  const cli = noting(original, messages);
  const agents = order.agents === undefined ? undefined : namedAgents(cli, order.agents);
  const registered = await registration(cli, order, agents);
  const { config } = configOf(cli);
  const synced = config.agents.length === 0 ? undefined : await skills(cli, config, order, agents);
  const outcome = synced === "outside" ? undefined : synced?.outcome;
  const reported = outcome && reportedSkills(outcome, cli.verbose);
  const answer = answerOf(cli, order, registered.answer, reported);
  for (const problem of reported?.problems ?? []) cli.report(warningOf(problem));
  cli.report(answer);
  if (registered.failure !== undefined) throw registered.failure;
  if (synced === "outside") throw outside(cli);
  if (outcome?.state === "busy") throw new UserError("BUSY", "another symposium is syncing this workspace", { hint: "wait for it to end" });
  if (outcome?.state !== "done" || synced?.folder == null || !isPlain(order, cli)) return;
  settleSync(cli, { folder: synced.folder, synced: outcome, registered: registered.answer?.value ?? null, messages, answer, began });
}

function noting(cli: CliContext, messages: MessageEvent[]): CliContext {
  const report: Reporter["report"] = (event) => {
    if (event.type === "message") messages.push(event);
    cli.report(event);
  };
  return { ...cli, report };
}

/** As `sync` alone, which is what people and scripts type. */
function isPlain({ agents, user, wait }: SyncCommand, { update, verbose }: CliContext): boolean {
  return agents === undefined && !user && !wait && update === undefined && !verbose;
}

interface Registered {
  readonly answer?: AnswerEvent;
  /** Some files were left alone; skills are synced all the same. */
  readonly failure?: unknown;
}

async function registration(cli: CliContext, { dryRun }: SyncCommand, agents: readonly string[] | undefined): Promise<Registered> {
  let answer: AnswerEvent | undefined;
  const hold: Reporter["report"] = (event) => {
    if (event.type === "answer") answer = event;
    else cli.report(event);
  };
  try {
    await runSetUp({ ...cli, report: hold }, { dryRun, isPart: true, ...(agents === undefined ? {} : { agents }) });
  } catch (error) {
    if (answer === undefined) throw error;
    return { answer, failure: error };
  }
  return answer === undefined ? {} : { answer };
}

interface SyncedFolder {
  /** As `findWorkspace` gives it; `null` for the user's own folders. */
  readonly folder: string | null;
  readonly outcome: SyncOutcome;
}

/** What a sync of skills came to, or that there is no workspace to sync. */
async function skills(
  cli: CliContext,
  config: Config,
  { dryRun, user, wait }: SyncCommand,
  agents: readonly string[] | undefined,
): Promise<SyncedFolder | "outside"> {
  const { context, places, update = "none" } = cli;
  const folder = user ? null : findWorkspace(context.cwd);
  // The home folder is no workspace, whatever lies in it: its skill folders are the user's own.
  if (!user && (folder === null || isAtOrAbove(folder, context.home))) return "outside";
  if (wait && folder !== null) takeRefreshLock(cli, folder, LONGEST_WAIT_MS)?.release();
  const scope = { scope: user ? "user" : "project", ...(agents === undefined ? {} : { agents }) } as const;
  if (dryRun) {
    const gathered = await gather(cli, { config, folder });
    return { folder, outcome: { state: "planned", gathered, plan: planSkills(cli, gathered, scope) } };
  }
  const onProgress = (message: string) => cli.report({ type: "message", level: "note", message });
  const synced = await syncSkills(cli, { config, folder, level: update, onProgress, patience: PATIENCE_MS, ...scope });
  const index = { context, places, programme: BUILD, agents: { resolveAgent, resolveNativeEvent } };
  await freshenIndex({ ...index, folder: null });
  if (folder !== null) await freshenIndex({ ...index, folder, known: synced.gathered });
  return { folder, outcome: synced };
}

const LONGEST_WAIT_MS = 600_000;
const PATIENCE_MS = 60_000;

function answerOf(
  { context: { home } }: CliContext,
  { dryRun }: SyncCommand,
  registered: AnswerEvent | undefined,
  own: ReportedSkills | undefined,
): AnswerEvent {
  const value = { ...(registered?.value as JsonObject | undefined), ...own?.value };
  const isStill = isRegistered(value) && (own === undefined || (own.state !== "busy" && own.changes.length === 0));
  const text: AnswerEvent["text"] = (style) =>
    [registered?.text(style), own && renderSkills(own, { style, home }), endOf(isStill, { style, dryRun })]
      .filter((part) => part !== undefined && part !== "")
      .join("\n");
  return { type: "answer", value, text };
}

/** Nothing had to be changed in agents' files and in our own. */
function isRegistered({ files, programme, removed }: JsonObject): boolean {
  const isNone = (part: Json | undefined, key: string) => !isObject(part) || lookUp(part, key) === "none";
  const all = Array.isArray(files) ? files : [];
  return isNone(programme, "change") && all.every((file) => isNone(file, "action")) && !(Array.isArray(removed) && removed.length > 0);
}

function warningOf(problem: Problem) {
  const { hint } = problem;
  return { type: "message", level: "warning", message: problemText(problem), ...(hint === undefined ? {} : { hint }) } as const;
}

function configOf({ places }: CliContext): { readonly config: Config } {
  const read = configToActOn(places);
  if (read.ok) return read;
  throw new UserError("CONFIG", problemText(read.problem), { hint: read.problem.hint ?? "mend it and run this again" });
}

function namedAgents(cli: CliContext, words: readonly string[]): readonly string[] {
  const { config } = configOf(cli);
  const configured = config.agents.map((name) => resolveAgent(name));
  return words.map((word) => {
    const name = resolveAgent(word);
    if (name === undefined) throw unknownAgent(word);
    if (configured.includes(name)) return name;
    const hint = `add it with \`${cli.calledAs} init --add-agent ${word}\``;
    throw new UserError("AGENT", `${JSON.stringify(word)} is not among the agents of ${cli.places.config}`, { hint });
  });
}

/** The code of the error outside any workspace. */
export const OUTSIDE = "NO-WORKSPACE";

function outside({ context, calledAs }: CliContext): UserError {
  const { cwd, home } = context;
  const found = findWorkspace(cwd);
  const isBelowHome = !relative(home, cwd).startsWith("..") && cwd !== home;
  const end = isBelowHome ? ` and the folders above it, up to ${home}` : cwd === dirname(cwd) ? "" : " and the folders above it";
  const nothing = `there is no ${ALL_MARKERS.join(" or ")} and no .git in ${cwd}${end}`;
  // A home folder is often a repository of its user's settings.
  const message = `not in a workspace: ${found === null ? nothing : `${found} is your home folder or above it, which is none whatever lies in it`}`;
  const hint = `run it in a project; \`${calledAs} sync --user\` installs skills that apply everywhere into your home folder`;
  return new UserError(OUTSIDE, message, { hint });
}
