/** Use: asks for a plugin that nothing else asks for, in this workspace or everywhere, and takes that back; then syncs. */

import { UserError } from "../errors.ts";
import { sameName, similarWord } from "../files/similar-word.ts";
import { packageSurroundings } from "../packages/ecosystem.ts";
import { allPrefixes } from "../packages/list.ts";
import { besideHere, packageFor } from "../plugins/here/packages-here.ts";
import { isMeantBy, type PluginHere, USED } from "../plugins/here/plugin-here.ts";
import { pluginsHere, type PluginsHere } from "../plugins/here/plugins-here.ts";
import { type AppContext, checkHome } from "./app-context.ts";
import { changeConfig, planUnuse, planUse, type UseEntry } from "./config-edits.ts";
import { syncAfter, type SyncRequest, type SyncResult } from "./sync.ts";

export interface UseRequest extends Pick<SyncRequest, "update" | "ancestors" | "onProgress" | "onProblem"> {
  readonly name: string;
  readonly global?: boolean;
  readonly remove?: boolean;
}

export interface UseResult extends UseEntry {
  readonly change: "added" | "removed" | "none";
  /** Why there was nothing to record. */
  readonly because?: "used everywhere" | "used here" | PluginHere;
  /** It is in `disable` too, which beats `use`. */
  readonly isDisabled: boolean;
  /** Absent where nothing was recorded. */
  readonly sync?: SyncResult;
  /** Why the sync failed. The entry is recorded all the same. */
  readonly syncFailure?: unknown;
}

export async function usePlugin(app: AppContext, request: UseRequest): Promise<UseResult> {
  const { name, global = false, remove = false } = request;
  checkHome(app.context);
  const here = await pluginsHere(app);
  if (!global && here.workspace === null) {
    const hint = `run it in a project, or run \`${app.calledAs} use ${name} --global${remove ? " --remove" : ""}\``;
    throw new UserError("NO-WORKSPACE", `${app.context.cwd} is not in a workspace`, { hint });
  }
  const entry: UseEntry = { name, workspace: global ? null : (here.workspace?.folder ?? null) };
  const isDisabled = here.plugins.some((plugin) => isMeantBy(plugin, name) && plugin.state === "disabled");
  const result = { ...entry, isDisabled };
  if (!remove) {
    const because = needsNoEntry(here, entry);
    if (because !== undefined) return { ...result, change: "none", because };
    checkKnown(app, here, name);
  }
  const plan = await changeConfig(app, (config) => (remove ? planUnuse : planUse)(config, entry));
  const isSame = plan.after === (plan.before ?? "");
  const scope = global ? "--global" : "this workspace";
  if (remove && isSame) throw new UserError("NO-USE", `no \`use\` entry for \`${name}\` (${scope}); see \`${app.calledAs} status\``);
  if (isSame) return { ...result, change: "none", because: entry.workspace === null ? "used everywhere" : "used here" };
  return { ...result, change: remove ? "removed" : "added", ...(await syncAfter(app, request)) };
}

const ASKS_FOR_ENTRY: ReadonlySet<PluginHere["state"]> = new Set(["dormant", "disabled", "candidate"]);

/** Why no entry is needed. Of several plugins of that name, one that is dormant, disabled or a candidate needs one. */
function needsNoEntry({ plugins, config }: PluginsHere, { name, workspace }: UseEntry): UseResult["because"] {
  const isUsedEverywhere = config.use.some((used) => used.workspace === undefined && sameName(used.name, name));
  if (isUsedEverywhere && workspace !== null) return "used everywhere";
  const named = plugins.filter((plugin) => isMeantBy(plugin, name));
  if (named.some(({ state }) => ASKS_FOR_ENTRY.has(state))) return undefined;
  const [first] = named.filter(({ reason }) => !reason.startsWith(USED));
  return first?.state === "active" || first?.state === "inactive" ? first : undefined;
}

function checkKnown(app: AppContext, here: PluginsHere, name: string): void {
  const { plugins, workspace } = here;
  const beside = besideHere(here, app).find((one) => isMeantBy(one.here, name));
  if (beside !== undefined && plugins.every((plugin) => !isMeantBy(plugin, name) || plugin.state === "candidate")) {
    const { reason, change } = beside.here;
    throw new UserError("NOT-READ", reason, { hint: change && `run \`${app.calledAs} ${change}\`` });
  }
  if (plugins.some((plugin) => isMeantBy(plugin, name))) return;
  const found = packageFor(name, workspace, packageSurroundings(app));
  if (found === "carries a plugin" || found === "not on this machine") return;
  if (found !== undefined) {
    const message = `\`${name}\` is ${found === "carries nothing" ? "on this machine" : "a dependency of this workspace"}, but it brings no plugin`;
    throw new UserError("NO-PLUGIN", message, { hint: `\`${app.calledAs} search ${name}\` looks for a plugin about it` });
  }
  const [prefix, rest] = name.split(":", 2);
  if (rest !== undefined && prefix !== undefined && !allPrefixes().includes(prefix)) {
    const ways = allPrefixes().map((known) => `${known}:<name>`);
    throw new UserError("NO-ECOSYSTEM", `\`${prefix}\` is not a known ecosystem`, { hint: `write a package as one of ${ways.join(", ")}` });
  }
  const names = plugins.map((plugin) => plugin.name);
  const near = similarWord(name, names);
  const message = `no crate or plugin named \`${name}\` found (try \`${app.calledAs} search ${name}\`)`;
  throw new UserError("NO-PLUGIN", message, { hint: near && `did you mean \`${near}\`?` });
}
