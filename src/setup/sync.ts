/** Sync: agents' files and skills, brought into the state that config and workspace ask for. One plan has both parts. */

import { resolveAgent } from "../agents/find-agent.ts";
import { type Asker, startedBy } from "../consent/may-consent.ts";
import { BUILD } from "../context.ts";
import { UserError } from "../errors.ts";
import { type Config, configToApply } from "../files/config.ts";
import type { UpdateLevel } from "../files/git/update.ts";
import type { Problem } from "../files/problem.ts";
import { isFresh, stamped } from "../host/stamp.ts";
import { freshenIndex } from "../index/rebuild.ts";
import type { AcquireProgress } from "../packages/programs/program-source.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { judgePlugins } from "../plugins/active-plugins.ts";
import { type AppContext, checkHome } from "./app-context.ts";
import { unknownAgent } from "./config-edits.ts";
import type { ProjectFilesAnswer } from "./entries/project-files.ts";
import { hasGatedServers } from "./entries/register-later.ts";
import { type InitResult, initResult } from "./init-result.ts";
import { withoutAgents } from "./init.ts";
import { applyMachine, type MachineDone, planMachine } from "./machine.ts";
import { withRegistrationLock } from "./registration-lock.ts";
import { type SkillsResult, skillsResult } from "./skills-result.ts";
import type { Applied } from "./skills/apply-copies.ts";
import { noteDeveloped } from "./trust/develop.ts";
import { type SubjectHere, subjectsOf, waitingOf } from "./trust/subjects-here.ts";
import { gather, type Gathered, type OnProgress } from "./workspace/gather.ts";
import { planSkills, type SkillsOrder } from "./workspace/plan-skills.ts";
import { takeRefreshLock } from "./workspace/refresh.ts";
import { installSkills, lockSkillFolders } from "./workspace/sync-skills.ts";

export interface SyncRequest {
  readonly dryRun?: boolean;
  /** Only these agents, by any of their names. */
  readonly agents?: readonly string[] | undefined;
  /** The user's own folders instead of the workspace's. */
  readonly user?: boolean;
  readonly wait?: boolean;
  readonly update?: UpdateLevel | undefined;
  /** Missing programs of active plugins are acquired; default: unless `update` is `none`. */
  readonly mayAcquire?: boolean;
  /** Whether MCP servers of this workspace may go into files of the project that git sees; recorded (MC-4). */
  readonly mayUseProjectFiles?: ProjectFilesAnswer | undefined;
  readonly ancestors?: Asker["ancestors"];
  readonly onProgress?: OnProgress;
  readonly onDetail?: (progress: AcquireProgress) => void;
  /** Called for each mistake in the config, before anything is changed, and for each MCP server whose tools cannot be listed. */
  readonly onProblem?: (problem: Problem) => void;
}

export interface SyncResult {
  readonly registration: InitResult;
  readonly skills?: SkillsResult;
  /** Plugins of the workspace whose code waits for the user's decision; none without skills, and in the user's own folders. */
  readonly waiting: readonly SubjectHere[];
  readonly isOutside: boolean;
}

export async function sync(app: AppContext, request: SyncRequest = {}): Promise<SyncResult> {
  const { context, places } = app;
  const { dryRun = false, user = false, update, onProgress, onDetail, mayUseProjectFiles } = request;
  checkHome(context);
  // Before the config is read, so that a change meanwhile is noticed.
  const configFile = stamped(places.config);
  const { config, problems } = configToApply(places);
  for (const problem of problems) request.onProblem?.(problem);
  const agents = namedAgents(app, config, request.agents);
  if (config.agents.length === 0) return { registration: withoutAgents(app, { config, dryRun }), waiting: [], isOutside: false };

  const folder = user ? null : workspaceFolder(context);
  const isOutside = !user && folder === null;
  if (request.wait === true && folder !== null) takeRefreshLock(app, folder, LONGEST_WAIT_MS)?.release();
  const mayAcquire = request.mayAcquire ?? update !== "none";
  const gathered = await gather(app, {
    config,
    folder,
    level: dryRun || isOutside ? undefined : (update ?? "none"),
    // PL-32: not where an agent or we started this, and not when the user wants what is cached.
    mayFetch: () => update !== "none" && startedBy({ context, ancestors: request.ancestors }) === undefined,
    programs: dryRun || isOutside || !mayAcquire ? undefined : update === "fetch" ? "eager" : "acquire",
    onProgress,
    onDetail,
  });
  const scope = user ? "user" : "project";
  const order: SyncOrder = { config, gathered, folder, configFile, isOutside, scope, mayUseProjectFiles, agents };
  if (dryRun) return resultOf(app, order, await planSync(app, order));
  noteDeveloped(app, gathered.loaded);
  const result = await withRegistrationLock(app, async () => applied(app, await orderInForce(app, order)));
  if (folder !== null && config.mcpServer && hasGatedServers(gathered)) {
    // Without the lock: a server may take its time to start.
    const { storeNewTools } = await import("./mcp-servers/store-new-tools.ts");
    for (const problem of await storeNewTools(app, onProgress)) request.onProblem?.(problem);
  }
  return result;
}

/** Syncs after something was recorded, which stays even if the sync fails. */
export async function syncAfter(
  app: AppContext,
  { update, ancestors, onProgress, onProblem }: Pick<SyncRequest, "update" | "ancestors" | "onProgress" | "onProblem">,
): Promise<{ readonly sync?: SyncResult; readonly syncFailure?: unknown }> {
  try {
    return { sync: await sync(app, { update, ancestors, onProgress, onProblem }) };
  } catch (syncFailure) {
    return { syncFailure };
  }
}

const LONGEST_WAIT_MS = 600_000;
const PATIENCE_MS = 60_000;

interface SyncOrder extends Pick<SkillsOrder, "scope" | "agents">, Pick<SyncRequest, "mayUseProjectFiles"> {
  readonly config: Config;
  readonly gathered: Gathered;
  readonly folder: string | null;
  readonly configFile: ReturnType<typeof stamped>;
  readonly isOutside: boolean;
}

/** Registration and skills come from the same plugins, read once. Reads only. The caller holds both locks, or carries nothing out. */
async function planSync(app: AppContext, order: SyncOrder) {
  const { context, places } = app;
  const { config, gathered, isOutside, scope, agents, mayUseProjectFiles } = order;
  const { workspace, sources } = gathered;
  const everywhere = { config, places, context, workspace: null };
  const loaded = workspace === null ? gathered.loaded : judgePlugins(sources, everywhere);
  const here = isOutside || workspace === null ? undefined : { loaded: gathered.loaded, workspace, mayUseProjectFiles };
  const registration = await planMachine(app, { config, loaded, agents, here });
  return { registration, skills: isOutside ? undefined : await planSkills(app, gathered, { scope, agents }) };
}

function resultOf(
  app: AppContext,
  { config, gathered, isOutside, scope }: SyncOrder,
  { registration, skills }: Awaited<ReturnType<typeof planSync>>,
  done?: { readonly machine: MachineDone; readonly skills: Applied | "busy" | undefined },
): SyncResult {
  const isSynced = skills !== undefined || done?.skills === "busy";
  return {
    registration: initResult(app, { config, plan: registration, done: done?.machine, dryRun: done === undefined }),
    skills: isSynced ? skillsResult(gathered, skills, done?.skills) : undefined,
    waiting: !isSynced || scope === "user" ? [] : waitingOf(subjectsOf(gathered)),
    isOutside,
  };
}

/** Another command may have changed the config while we gathered without the lock. */
async function orderInForce(app: AppContext, order: SyncOrder): Promise<SyncOrder> {
  if (isFresh(order.configFile)) return order;
  const configFile = stamped(app.places.config);
  const { config } = configToApply(app.places);
  if (JSON.stringify(config) === JSON.stringify(order.config)) return order;
  return { ...order, config, configFile, gathered: await gather(app, { config, folder: order.folder }) };
}

/** The caller holds the lock of registration; that of the skill folders is taken here. */
async function applied(app: AppContext, order: SyncOrder): Promise<SyncResult> {
  const { context, places } = app;
  const { config, gathered, isOutside, scope, folder } = order;
  if (config.agents.length === 0) return { registration: withoutAgents(app, { config, dryRun: false }), waiting: [], isOutside };
  const lock = isOutside ? undefined : lockSkillFolders(app, gathered, { scope, patience: PATIENCE_MS });
  try {
    const plan = await planSync(app, { ...order, isOutside: isOutside || lock === "busy" });
    const machine = await applyMachine(app, plan.registration);
    if (isOutside) return resultOf(app, order, plan, { machine, skills: undefined });
    const skills = plan.skills === undefined ? "busy" : installSkills(app, { ...order, plan: plan.skills });
    if (folder !== null) await freshenIndex({ context, places, program: BUILD, folder, known: gathered });
    return resultOf(app, order, plan, { machine, skills });
  } finally {
    if (typeof lock === "object") lock.release();
  }
}

function namedAgents(app: AppContext, config: Config, words: readonly string[] | undefined): readonly string[] | undefined {
  const configured = config.agents.map((name) => resolveAgent(name));
  return words?.map((word) => {
    const name = resolveAgent(word);
    if (name === undefined) throw unknownAgent(word);
    if (configured.includes(name)) return name;
    const hint = `add it with \`${app.calledAs} init --add-agent ${word}\``;
    throw new UserError("AGENT", `${JSON.stringify(word)} is not among the agents of ${app.places.config}`, { hint });
  });
}
