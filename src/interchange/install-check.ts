/** Whether the hooks of a manifest may be installed: what they would run, what the policies say about each, and then the scanners. */

import { dirname } from "node:path";

import { judgeByPolicy, sourceKey } from "../consent/policy/judge.ts";
import { readPolicies } from "../consent/policy/read-policies.ts";
import { whyScannersRefuse } from "../consent/policy/scanners.ts";
import type { RunItem } from "../consent/subject.ts";
import { UserError } from "../errors.ts";
import type { Config } from "../files/config.ts";
import { readLastGood } from "../files/last-good.ts";
import { isAtOrAbove } from "../host/bounds.ts";
import { sha256 } from "../host/engine.ts";
import { readRegular } from "../host/read-file.ts";
import { elementsOf, type ManifestHandler, type ManifestHook, neutralEvent } from "../model/hook-manifest.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { hookLabel } from "../plugins/hook-manifest/hook-manifest-text.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import type { AppContext } from "../setup/app-context.ts";
import { inferCapabilities } from "./capabilities.ts";

/** Throws a `UserError` where a policy denies one of the hooks, or a scanner refuses them. A dry run writes nothing, so no scanner is asked. */
export async function checkInstall(
  { context, places }: AppContext,
  config: Config,
  manifest: string,
  hooks: readonly ManifestHook[],
  dryRun: boolean,
): Promise<void> {
  const workspace = workspaceAround(workspaceFolder(context), { context, places });
  const lastGood = () => readLastGood(places)?.policy;
  const { policies } = readPolicies({ context, config, configFile: places.config, workspace, lastGood });
  if (policies.length === 0) return;
  const top = workspace?.repository ?? workspace?.folder;
  const isOfProject = top !== undefined && isAtOrAbove(top, manifest);
  const source = { ids: [sourceKey(manifest), sourceKey(dirname(manifest)), ...(isOfProject ? ["workspace"] : [])] };
  const denied = hooks.flatMap((hook, index) => {
    const event = neutralEvent(hook.event) ?? hook.event;
    const denial = judgeByPolicy({ kind: "hook", source, isOfProject, event, capabilities: inferCapabilities(hook) }, policies);
    return denial === undefined ? [] : [`${hookLabel(hook, index)} ${denial.reason}`];
  });
  if (denied.length > 0)
    throw new UserError("POLICY", "nothing was installed, because a policy denies it", {
      details: denied,
      hint: "remove these hooks from the manifest, or ask who maintains the policy",
    });
  if (dryRun) return;
  const question = {
    action: "install",
    plugin: manifest,
    origin: manifest,
    workspace: workspace?.folder ?? null,
    manifest,
    runs: hooks.map((hook, index) => {
      const { command, url, prompt, platform = {} } = hook.handler;
      const commands = [command, url, prompt, ...Object.values(platform)].filter((text) => text !== undefined);
      return { kind: "hook" as const, name: hookLabel(hook, index), commands };
    }),
    files: [{ path: manifest, digest: sha256(readRegular(manifest, { maxBytes: LARGEST })) }],
  } as const;
  const refused = await whyScannersRefuse(policies, question, { context, folders: [workspace?.folder ?? null, top ?? null, context.cwd] });
  if (refused !== undefined) throw refused;
}

/** The manifest's reader takes no larger one. */
const LARGEST = 64 * 1024 * 1024;

/** What the hooks of a manifest would run, as the question of `hooks install` shows it: every command, address and variable in full. */
export function shownHooks(hooks: readonly ManifestHook[]): readonly RunItem[] {
  return hooks.map((hook, index) => {
    const { event, matcher, blocking, handler } = hook;
    const tools = elementsOf(matcher ?? []).map((element) => (typeof element === "string" ? element : JSON.stringify(element)));
    const when = `${event}${matcher === undefined ? "" : `, tools ${tools.join(", ")}`}${blocking === true ? ", can block" : ""}`;
    const [commands, variables] = [shownCommands(handler), variablesOf(handler)];
    return { kind: "hook", name: hookLabel(hook, index), when, commands, variables, isOpenEnded: false };
  });
}

function shownCommands({ type, command, url, prompt, cwd, platform = {} }: ManifestHandler): readonly string[] {
  const what = command ?? url ?? prompt ?? type;
  const others = Object.entries(platform).map(([system, text]) => `on ${system}: ${text}`);
  return [what, ...others, ...(cwd === undefined ? [] : [`in ${cwd}`])];
}

function variablesOf({ env = {}, headers = {}, allowed_env_vars: allowed = [] }: ManifestHandler): readonly string[] {
  return [
    ...[...Object.entries(env), ...Object.entries(headers)].map(([name, value]) => `${name}=${value}`),
    ...allowed.map((name) => `$${name}`),
  ];
}
