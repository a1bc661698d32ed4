/**
 * Brings the machine into the configured state: config, program, agents' files, flags. One plan value describes all of it; `--dry-run` prints
 * that value, and the same value is carried out.
 */

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { resolveAgent } from "../agents/find-agent.ts";
import { openConsents } from "../consent/consent-book.ts";
import { BUILD, type Context } from "../context.ts";
import type { Config } from "../files/config.ts";
import { recordedEvents } from "../files/find-ours.ts";
import { type Ledger, readLedger } from "../files/ledger.ts";
import type { PlacedContext, Places } from "../host/places.ts";
import { clearLeftover, sweepTemporary } from "../host/write-file.ts";
import { rebuildIndex } from "../index/rebuild.ts";
import { askingOfAccepted, usedEvents } from "../index/used-events.ts";
import { findRepository } from "../packages/find-workspace.ts";
import type { LoadedPlugins } from "../plugins/active-plugins.ts";
import type { AppContext } from "./app-context.ts";
import { type ConfigPlan, writeConfig } from "./config-edits.ts";
import { applyRegistration } from "./entries/apply-registration.ts";
import type { FilePlan } from "./entries/file-plan.ts";
import { followMoved, planRegistration } from "./entries/plan-registration.ts";
import { excludeFromGit, mayUseProjectFiles, recordProjectFiles } from "./entries/project-files.ts";
import { rustServerFiles } from "./entries/rust-tool.ts";
import { entriesContext } from "./entries/wanted-files.ts";
import type { PlacedServer } from "./mcp-servers/placed-servers.ts";
import { type ReadHere, serversNow } from "./mcp-servers/servers-now.ts";
import { type PlacedProgram, placeProgram } from "./program/place-program.ts";
import { planProgram, type ProgramPlan, recordProgram } from "./program/plan-program.ts";
import { recordPlaces } from "./record-places.ts";

/** The registration follows from the config and from the events plugins use. */
interface MachineInputs {
  readonly config: Config;
  /** Judged outside any workspace: everything that may apply in some workspace counts. */
  readonly loaded: LoadedPlugins;
  readonly agents?: readonly string[];
  readonly configPlan?: ConfigPlan;
  /** The current workspace; absent where it was not read: then its servers stay as they are. */
  readonly here?: ReadHere;
}

export interface MachinePlan {
  /** Absent where no agent is left to call it. */
  readonly program?: ProgramPlan;
  readonly files: readonly FilePlan[];
  readonly servers: readonly PlacedServer[];
  /** Files that git must not see. */
  readonly hidden: readonly string[];
  readonly scope: "user" | "project";
  readonly workspace?: string;
  readonly unknownAgents: readonly string[];
  readonly ledger: Ledger;
  readonly inputs: MachineInputs;
}

export async function planMachine(app: Pick<AppContext, "context" | "places" | "dist">, inputs: MachineInputs): Promise<MachinePlan> {
  const { context, places, dist } = app;
  const { config, agents: only } = inputs;
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const unknownAgents = config.agents.filter((name) => resolveAgent(name) === undefined);
  const scope = config.hookScope === "global" ? "user" : "project";
  const project = projectAround(context);
  const ledger = followMoved(readLedger(places.ledger), project);
  const { plugins, outlined, problems } = inputs.loaded;
  const consents = openConsents(places);
  const asking = [...plugins, ...outlined, ...askingOfAccepted(consents)];
  const isWhole = consents.problem === undefined && problems.every(({ severity }) => severity !== "error");
  const servers = await serversNow(app, { config, everywhere: inputs.loaded, here: inputs.here, agents, scope, project, ledger });
  const files = await planRegistration({
    agents,
    scope,
    workspace: project,
    around: project,
    context,
    ...entriesContext(app),
    // An unreadable manifest may use any event: what is registered stays until it is readable.
    usedEvents: (agent) => {
      const registered = isWhole ? [] : ledger.files.filter((file) => file.agents[0] === agent);
      return new Set([...usedEvents(agent, asking), ...registered.flatMap(recordedEvents)]);
    },
    pluginText: (agent) => readFileSync(join(dist, "plugins", `${agent}.js`), "utf8"),
    ledger,
    servers,
    rustServers: rustServerFiles([...inputs.loaded.plugins, ...(inputs.here?.loaded.plugins ?? [])], context, project),
    date: new Date(context.now()).toISOString(),
  });
  return {
    program: agents.length === 0 ? undefined : await planProgram({ context, places, dist }),
    servers: servers.placed.filter(({ agent }) => only === undefined || only.includes(agent)),
    files: only === undefined ? files : files.filter((file) => file.agents.some((name) => only.includes(name))),
    hidden: filesToHide(files, inputs, places),
    scope,
    workspace: scope === "project" ? project : undefined,
    unknownAgents,
    ledger,
    inputs,
  };
}

export interface MachineDone {
  readonly files: readonly FilePlan[];
  readonly program?: PlacedProgram;
}

/** The files that contain servers of this workspace after the plan, where the user wants them hidden from git. */
function filesToHide(files: readonly FilePlan[], { here }: MachineInputs, places: Pick<Places, "base">): readonly string[] {
  const folder = here?.workspace.folder;
  const answer = folder === undefined ? undefined : (here?.mayUseProjectFiles ?? mayUseProjectFiles(places, folder));
  if (answer !== "excluded") return [];
  const ours = files.filter(({ scope, record }) => scope === "project" && record?.servers?.some((one) => one.workspace === folder));
  return ours.map(({ file }) => file);
}

/** The program comes before the entries that call it. Throws where not even our own files can be written. */
export async function applyMachine({ context, places }: PlacedContext, plan: MachinePlan): Promise<MachineDone> {
  const { config, configPlan, loaded, here } = plan.inputs;
  clearLeftover(places.config);
  if (configPlan !== undefined) writeConfig(configPlan);
  if (here?.mayUseProjectFiles !== undefined) recordProjectFiles(places, here.workspace.folder, here.mayUseProjectFiles);
  // Before the program, which needs it.
  recordPlaces({ context, places, loaded });
  const program = plan.program === undefined ? undefined : await placeProgram(plan.program);
  if (plan.program !== undefined && program?.form === "native" && program.version !== undefined) {
    recordProgram(places, plan.program.from, program.program, program.version);
  }
  // Files are hidden from git before our servers are in them, and until none is.
  const hide = () => here !== undefined && excludeFromGit(here.workspace.folder, plan.hidden);
  if (plan.hidden.length > 0) hide();
  const files = applyRegistration({ plans: plan.files, ledger: plan.ledger, places });
  if (plan.hidden.length === 0) hide();
  // The flags of idle events follow from what is registered now.
  await rebuildIndex({ context, places, folder: null, program: BUILD, known: { config, workspace: null, loaded } });
  for (const folder of new Set([places.index, places.lastGood, places.cache, dirname(places.state)])) sweepTemporary(folder);
  return { files, program };
}

/**
 * The folder whose files count as the project's: the repository around us, else the current folder. The home folder is not a project, because its
 * files are the user's own.
 */
export function projectAround({ cwd, home }: Pick<Context, "cwd" | "home">): string | undefined {
  const project = findRepository(cwd) ?? cwd;
  return relative(project, home).startsWith("..") ? project : undefined;
}
