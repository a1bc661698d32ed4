/** `use`: asks for a plugin that nothing else asks for, in this workspace or everywhere, and takes that back. */

import type { Json } from "../canonical/json.ts";
import { sameName } from "../config/same-name.ts";
import { similarWord } from "../documents/similar-word.ts";
import { UserError } from "../errors.ts";
import { checkHome } from "../sync/home-folder.ts";
import { notWritten } from "../sync/not-written.ts";
import type { ConfigPlan } from "../sync/plan-config.ts";
import { planUnuse, planUse, type UseEntry } from "../sync/plan-use.ts";
import { withRegistrationLock } from "../sync/registration-lock.ts";
import { writeUserFile } from "../sync/user-file.ts";
import type { CliContext } from "../cli/cli-context.ts";
import { shortened } from "../cli/look.ts";
import { type PluginHere, USED } from "./plugins/plugin-here.ts";
import { type PluginsHere, pluginsHere } from "./plugins/plugins-here.ts";
import { syncAfter } from "../cli/sync-after.ts";

export interface UseOrder {
  readonly name: string;
  readonly global: boolean;
  readonly remove: boolean;
}

export async function usePlugin(cli: CliContext, { name, global, remove }: UseOrder): Promise<void> {
  checkHome(cli.context);
  const here = pluginsHere(cli);
  if (!global && here.workspace === null) throw outside(cli, name, remove);
  const entry: UseEntry = { name, workspace: global ? null : (here.workspace?.folder ?? null) };
  if (!remove) {
    const settled = alreadyThere(here, entry);
    if (settled !== undefined) return answer(cli, entry, { change: "none", text: settled });
    checkKnown(cli, here, name);
  }
  const plan = await record(cli, () => (remove ? planUnuse : planUse)(cli.places.config, entry));
  const isSame = plan.after === (plan.before ?? "");
  if (remove && isSame) throw notUsed(cli, entry);
  if (isSame) return answer(cli, entry, { change: "none", text: `${quoted(name)} is used ${whereOf(cli, entry)} already` });
  if (!remove && here.plugins.some((plugin) => sameName(plugin.name, name) && plugin.state === "disabled")) {
    const message = `${quoted(name)} stays off: it is in \`disable\` under [plugins], which beats \`use\``;
    cli.report({ type: "message", level: "warning", message, hint: `take it out of \`disable\` in ${cli.places.config}` });
  }
  const text = `${quoted(name)} is ${remove ? "no longer" : "now"} used ${whereOf(cli, entry)}`;
  return answer(cli, entry, { change: remove ? "removed" : "added", text }, () => syncAfter(cli, plan.config));
}

/** What needs no entry, said in a sentence. Where one plugin of several of that name sleeps, the entry is for it. */
function alreadyThere({ plugins, config }: PluginsHere, { name, workspace }: UseEntry): string | undefined {
  const isUsedEverywhere = config.use.some((used) => used.workspace === undefined && sameName(used.name, name));
  if (isUsedEverywhere && workspace !== null) return `${quoted(name)} is used everywhere already`;
  const named = plugins.filter((plugin) => sameName(plugin.name, name));
  if (named.some(({ state }) => state === "dormant" || state === "disabled")) return undefined;
  const [first] = named.filter(({ reason }) => reason !== USED);
  return first === undefined ? undefined : SETTLED[first.state]?.(first);
}

const SETTLED: Partial<Record<PluginHere["state"], (plugin: PluginHere) => string>> = {
  active: ({ name, source }) => `${quoted(name)} of source \`${source}\` is active already; nothing to record`,
  inactive: ({ name, source, reason }) =>
    `${quoted(name)} of source \`${source}\` becomes active by itself where it applies; here it does not: ${reason}; nothing to record`,
};

function checkKnown({ calledAs }: CliContext, { plugins, workspace }: PluginsHere, name: string): void {
  if (plugins.some((plugin) => sameName(plugin.name, name))) return;
  if (workspace?.dependencies.some((dependency) => sameName(dependency.name, name)) === true) {
    const message = `${quoted(name)} is a dependency of this workspace, and no source has a plugin of that name`;
    throw new UserError("NO-PLUGIN", message, { hint: "plugins that packages carry themselves come with a later version" });
  }
  const near = similarWord(
    name,
    plugins.map((plugin) => plugin.name),
  );
  const message = `no crate or plugin named ${quoted(name)} found (try \`${calledAs} search ${name}\`)`;
  throw new UserError("NO-PLUGIN", message, near === undefined ? {} : { hint: `did you mean ${quoted(near)}?` });
}

/** Whoever changes the config holds the same lock as whoever acts on it. */
async function record(cli: CliContext, plan: () => ConfigPlan): Promise<ConfigPlan> {
  return withRegistrationLock(cli, async () => {
    const planned = plan();
    try {
      if (planned.after !== (planned.before ?? "")) writeUserFile(planned.file, planned.after);
    } catch (error) {
      throw notWritten(error, planned.file);
    }
    return planned;
  });
}

interface Outcome {
  readonly change: "added" | "removed" | "none";
  readonly text: string;
}

/** What was recorded is told even where the sync that follows fails. */
async function answer(
  cli: CliContext,
  entry: UseEntry,
  { change, text }: Outcome,
  sync?: () => ReturnType<typeof syncAfter>,
): Promise<void> {
  let synced: Awaited<ReturnType<typeof syncAfter>>;
  try {
    synced = await sync?.();
  } finally {
    const value: Json = { name: entry.name, workspace: entry.workspace, change, sync: synced?.value ?? null };
    cli.report({ type: "answer", value, text: (style) => [text, ...(synced === undefined ? [] : [synced.text(style)])].join("\n") });
  }
}

function outside({ context, calledAs }: CliContext, name: string, remove: boolean): UserError {
  const hint = `go into a project, or \`${calledAs} use ${name} --global${remove ? " --remove" : ""}\``;
  return new UserError("NO-WORKSPACE", `${context.cwd} is not in a workspace, so there is none to use ${quoted(name)} in`, { hint });
}

function notUsed({ calledAs }: CliContext, { name, workspace }: UseEntry): UserError {
  const scope = workspace === null ? "--global" : "this workspace";
  return new UserError("NO-USE", `no \`use\` entry for ${quoted(name)} (${scope}); see \`${calledAs} status\``);
}

function whereOf({ context }: CliContext, { workspace }: UseEntry): string {
  return workspace === null ? "everywhere" : `in ${shortened(workspace, context.home)}`;
}

function quoted(name: string): string {
  return `\`${name}\``;
}
