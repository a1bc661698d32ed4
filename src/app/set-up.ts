/** `init` and `sync`: plan, then print it or carry it out, and report what came of it. */

import type { Config } from "../config/config.ts";
import { type Problem, problemText } from "../documents/problem.ts";
import { configToActOn } from "../config/read-config.ts";
import { EMPTY_LEDGER, readLedger } from "../config-files/ledger-file.ts";
import { UserError } from "../errors.ts";
import { type ConfigPlan, type ConfigWish, planConfig } from "../sync/plan-config.ts";
import { checkHome } from "../sync/home-folder.ts";
import { withRegistrationLock } from "../sync/registration-lock.ts";
import { applySetUp, planSetUp, type SetUpPlan, type SetUpWorld, writeConfig } from "../sync/set-up.ts";
import { writtenOn } from "../sync/written-on.ts";
import { applyLeaving, planUninstall } from "../sync/uninstall.ts";
import type { CliContext } from "../cli/cli-context.ts";
import { leftAlone } from "../cli/left-alone.ts";
import { renderSetUp } from "../cli/render-set-up.ts";
import type { MessageEvent } from "../cli/reporter.ts";
import { reportedSetUp } from "./set-up-result.ts";

export interface SetUpOrder {
  readonly dryRun: boolean;
  /** Absent where the config is taken as it is. */
  readonly change?: (now: Config) => ConfigWish;
  readonly configOnly?: true;
  /** A part of something bigger, which has the last word. */
  readonly isPart?: true;
  /** Only the files of these agents; absent for all. */
  readonly agents?: readonly string[];
}

export async function runSetUp(cli: CliContext, order: SetUpOrder): Promise<void> {
  const world: SetUpWorld = cli;
  checkHome(cli.context);
  return order.dryRun ? setUp(cli, world, order) : withRegistrationLock(world, () => setUp(cli, world, order));
}

async function setUp(cli: CliContext, world: SetUpWorld, order: SetUpOrder): Promise<void> {
  const { dryRun, change, configOnly, agents, isPart = false } = order;
  const { report, places, calledAs } = cli;
  let hadAgents = false;
  const noting = (wish: (now: Config) => ConfigWish) => (now: Config) => {
    hadAgents = now.agents.length > 0;
    return wish(now);
  };
  const configPlan = change === undefined ? undefined : planConfig(places.config, noting(change));
  const { config, problems } = configPlan ?? configOf(places);
  for (const problem of problems) report(warningOf(problem));
  if (config.agents.length === 0 && !hadAgents) {
    if (configPlan !== undefined && !dryRun) writeConfig(configPlan);
    return reportNoAgents(cli, { config, dryRun, ...(configPlan === undefined ? {} : { configPlan }), isPart });
  }
  const whole = await planSetUp(world, config, configPlan);
  const plan = configOnly === true ? { ...whole, files: [] } : onlyFor(whole, agents);
  const isLeaving = config.agents.length === 0;
  // Without agents nothing of ours has a use: what is not in agents' files goes too.
  const leaving = isLeaving ? { ...(await planUninstall(world, { purge: false })), files: plan.files } : undefined;
  const apply = () => (leaving === undefined ? applySetUp(world, plan) : applyLeaving(world, leaving, plan.config));
  const done = dryRun ? { files: plan.files } : await apply();

  const reported = reportedSetUp({ ...plan, ...done }, { config, dryRun, system: writtenOn(world), removes: leaving?.removes ?? [] });
  report({
    type: "answer",
    value: reported.value,
    text: (style) => renderSetUp(reported, { style, home: world.context.home, dryRun }, isPart),
  });
  for (const name of plan.unknownAgents) {
    report({
      type: "message",
      level: "warning",
      message: `${places.config}: no agent is called ${JSON.stringify(name)}, so it is passed over`,
    });
  }
  const waits = plan.scope === "project" && (plan.workspace === undefined || configOnly === true) && !isLeaving;
  if (waits) report({ type: "message", level: "note", message: `hooks are registered per project: run \`${calledAs} sync\` in each` });
  if (!isLeaving) for (const message of aboutPlace(world, plan.scope)) report(message);
  const failure = leftAlone(reported.files, { dryRun });
  if (failure !== undefined) throw failure;
}

interface NoAgents {
  readonly config: Config;
  readonly configPlan?: ConfigPlan;
  readonly dryRun: boolean;
  readonly isPart: boolean;
}

/** There is nothing to do, and nothing goes: only `init` without its last agent and `uninstall` take things away. */
function reportNoAgents(cli: CliContext, { config, configPlan, dryRun, isPart }: NoAgents): void {
  const { report, places, calledAs, context } = cli;
  const registered = readLedger(places.ledger).files.map(({ file }) => file);
  const hint = `\`${calledAs} uninstall\` takes out what is still registered: ${registered.join(", ")}`;
  const message = `no agents configured, run \`${calledAs} init\` to add one`;
  report({ type: "message", level: "note", message, ...(registered.length === 0 ? {} : { hint }) });
  const outcome = { files: [], scope: "user", unknownAgents: [], ledger: EMPTY_LEDGER, plugins: [] } as const;
  const reported = reportedSetUp(
    { ...outcome, ...(configPlan === undefined ? {} : { config: configPlan }) },
    { config, dryRun, system: writtenOn(cli), removes: [] },
  );
  report({
    type: "answer",
    value: reported.value,
    text: (style) => renderSetUp(reported, { style, home: context.home, dryRun }, isPart),
  });
}

function onlyFor(plan: SetUpPlan, agents: readonly string[] | undefined): SetUpPlan {
  return agents === undefined ? plan : { ...plan, files: plan.files.filter((file) => file.agents.some((name) => agents.includes(name))) };
}

/** Agents are told where our directory is; a command of ours that is run without the variable looks elsewhere, and so does a project's entry. */
function aboutPlace(world: SetUpWorld, scope: SetUpPlan["scope"]): readonly MessageEvent[] {
  const { place } = writtenOn(world);
  if (place === undefined) return [];
  const own = `SYMPOSIUM_HOME is set here: set it in your login profile too, or other shells look for our files in ~/.symposium`;
  const inProjects = `entries in a project look for the programme in ~/.symposium, and it is in ${place}: hooks registered here do not run`;
  const hint = { hint: "unset SYMPOSIUM_HOME and run this again, or register for yourself with `--hook-scope global`" };
  const waiting: MessageEvent[] = scope === "project" ? [{ type: "message", level: "warning", message: inProjects, ...hint }] : [];
  return [{ type: "message", level: "note", message: own }, ...waiting];
}

function warningOf(problem: Problem): MessageEvent {
  const { hint } = problem;
  return { type: "message", level: "warning", message: problemText(problem), ...(hint === undefined ? {} : { hint }) };
}

function configOf(places: CliContext["places"]): Pick<ConfigPlan, "config" | "problems"> {
  const read = configToActOn(places);
  if (read.ok) return read;
  throw new UserError("CONFIG", problemText(read.problem), {
    hint: read.problem.hint ?? "mend it and run this again; nothing was changed",
  });
}
