/** Whether hooks of a manifest may be installed: what the policies say about each, and then the scanners. */

import { dirname } from "node:path";

import type { ManifestHook } from "../../canonical/hook-manifest.ts";
import { neutralEvent } from "../../canonical/manifest-events.ts";
import type { Config } from "../../config/config.ts";
import { inferCapabilities } from "../../convert/capabilities.ts";
import { UserError } from "../../errors.ts";
import { hookLabel } from "../../hook-manifest/hook-label.ts";
import { readRegular } from "../../platform/read-regular.ts";
import { sha256 } from "../../platform/sha256.ts";
import { isAtOrAbove } from "../../platform/same-folder.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { readLastGood } from "../../state/last-good.ts";
import { whyScannersRefuse } from "../../trust/policy/ask-scanners.ts";
import { judgeByPolicy } from "../../trust/policy/judge.ts";
import { readPolicies } from "../../trust/policy/read-policies.ts";
import { sourceKey } from "../../trust/policy/source-list.ts";
import type { AppContext } from "../app-context.ts";
import { workspaceFolder } from "../workspace-folder.ts";

export interface InstallCheck {
  readonly config: Config;
  /** Absolute. */
  readonly manifest: string;
  readonly hooks: readonly ManifestHook[];
  /** Nothing is written, so no scanner is asked. */
  readonly dryRun: boolean;
}

/** Throws a `UserError` where a policy denies one of the hooks, or a scanner refuses them. */
export async function checkInstall({ context, places }: AppContext, { config, manifest, hooks, dryRun }: InstallCheck): Promise<void> {
  const workspace = workspaceAround(workspaceFolder(context), { context, places });
  const lastGood = () => readLastGood(places)?.policy;
  const { policies } = readPolicies({ context, config, configFile: places.config, workspace, lastGood });
  if (policies.length === 0) return;
  const top = workspace?.repository ?? workspace?.folder;
  const isOfProject = top !== undefined && isAtOrAbove(top, manifest);
  const source = { ids: [sourceKey(manifest), sourceKey(dirname(manifest)), ...(isOfProject ? ["workspace"] : [])] };
  const denied = hooks.flatMap((hook, index) => {
    const item = {
      kind: "hook",
      source,
      isOfProject,
      event: neutralEvent(hook.event) ?? hook.event,
      capabilities: inferCapabilities(hook),
    } as const;
    const denial = judgeByPolicy(item, policies);
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
    runs: hooks.map((hook, index) => ({ kind: "hook" as const, name: hookLabel(hook, index), commands: commandsOf(hook) })),
    files: [{ path: manifest, digest: sha256(readRegular(manifest, { maxBytes: LARGEST })) }],
  } as const;
  const refused = await whyScannersRefuse(policies, question, { context, folders: [workspace?.folder ?? null, top ?? null, context.cwd] });
  if (refused !== undefined) throw refused;
}

/** The manifest's reader takes no larger one. */
const LARGEST = 64 * 1024 * 1024;

function commandsOf({ handler: { command, url, prompt, platform = {} } }: ManifestHook): readonly string[] {
  return [command, url, prompt, ...Object.values(platform)].filter((text) => text !== undefined);
}
