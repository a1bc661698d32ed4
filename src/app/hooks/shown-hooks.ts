/** What the hooks of a manifest would run, as the question of `hooks install` shows it: every command, address and variable in full. */

import { elementsOf, type ManifestHandler, type ManifestHook, type ManifestMatcher } from "../../canonical/hook-manifest.ts";
import { hookLabel } from "../../hook-manifest/hook-label.ts";
import type { RunItem } from "../../trust/subject.ts";

export function shownHooks(hooks: readonly ManifestHook[]): readonly RunItem[] {
  return hooks.map((hook, index) => ({
    kind: "hook",
    name: hookLabel(hook, index),
    when: `${hook.event}${hook.matcher === undefined ? "" : `, tools ${toolsText(hook.matcher)}`}${hook.blocking === true ? ", can block" : ""}`,
    commands: commandsOf(hook.handler),
    variables: variablesOf(hook.handler),
    isOpenEnded: false,
  }));
}

function toolsText(matcher: ManifestMatcher): string {
  return elementsOf(matcher)
    .map((element) => (typeof element === "string" ? element : JSON.stringify(element)))
    .join(", ");
}

function commandsOf({ type, command, url, prompt, cwd, platform = {} }: ManifestHandler): readonly string[] {
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
