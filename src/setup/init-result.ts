/** What `init`, and the same part of `sync`, comes to, as data. */

import type { Config } from "../files/config.ts";
import { RECOMMENDATIONS } from "../plugins/sources/configured.ts";
import type { AppContext } from "./app-context.ts";
import type { ConfigPlan } from "./config-edits.ts";
import { type Activation, activationsOf } from "./entries/activation.ts";
import { actionOf, type FilePlan } from "./entries/file-plan.ts";
import { entriesContext } from "./entries/wanted-files.ts";
import type { MachineDone, MachinePlan } from "./machine.ts";
import { type ServerState, serverStates } from "./mcp-servers/placed-servers.ts";

export interface InitResult {
  readonly dryRun: boolean;
  readonly scope: Config["hookScope"];
  readonly config?: ConfigResult;
  /** Absent where no agent is left to call it. */
  readonly program?: ProgramResult;
  readonly files: readonly FilePlan[];
  readonly activations: readonly Activation[];
  readonly servers: readonly ServerState[];
  readonly unknownAgents: readonly string[];
  readonly removed?: readonly string[];
  /** No agent is configured, so nothing was done: files of an earlier config that call us. */
  readonly stillRegistered?: readonly string[];
  /** Hooks are registered per project, and this run registered them in none. */
  readonly waitsForProjects: boolean;
  readonly hasHooks?: boolean;
  /** Our directory, where a variable moves it. */
  readonly movedTo?: string;
}

export interface ConfigResult {
  readonly file: string;
  readonly action: FilePlan["action"];
  readonly agents: readonly string[];
  readonly recommendations?: string;
  readonly before: string | null;
  readonly after: string;
}

export interface ProgramResult {
  readonly file: string;
  readonly form: "native" | "node";
  readonly change: string;
  readonly notNative?: string;
  readonly trouble?: string;
}

export interface InitOutcome extends Pick<InitResult, "dryRun" | "removed" | "hasHooks"> {
  readonly config: Config;
  readonly configPlan?: ConfigPlan;
  readonly plan?: MachinePlan;
  readonly done?: Pick<MachineDone, "files" | "program">;
  readonly configOnly?: boolean;
}

export function initResult(app: AppContext, outcome: InitOutcome): InitResult {
  const { config, configPlan, dryRun, plan, done, configOnly, removed, hasHooks } = outcome;
  const system = entriesContext(app);
  const files = done?.files ?? plan?.files ?? [];
  const program = done?.program ?? plan?.program;
  const isProject = plan?.scope === "project" && config.agents.length > 0;
  return {
    dryRun,
    scope: config.hookScope,
    config: configPlan && configResult(configPlan),
    program: program && {
      file: program.program,
      form: program.form,
      change: program.change,
      notNative: program.notNative,
      trouble: "trouble" in program ? program.trouble : undefined,
    },
    files,
    activations: files.flatMap(({ record, after }) => (record === undefined || after === null ? [] : activationsOf(record, after, system))),
    servers: serverStates(plan?.servers ?? [], (file) => files.find((one) => one.file === file)?.record),
    unknownAgents: plan?.unknownAgents ?? [],
    removed,
    hasHooks,
    waitsForProjects: isProject && (plan.workspace === undefined || configOnly === true),
    movedTo: config.agents.length === 0 ? undefined : system.place,
  };
}

function configResult({ file, before, after, config: { agents, recommendations } }: ConfigPlan): ConfigResult {
  const action = (before ?? "") === after ? "none" : actionOf(before, after);
  return { file, action, agents, recommendations: recommendations ? RECOMMENDATIONS.git : undefined, before, after };
}
