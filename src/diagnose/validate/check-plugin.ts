/** What a sound manifest says and its author would not want: programs that cannot start, matchers that match nothing, odd times. */

import { AGENTS } from "../../agents/list.ts";
import { isBlockedAt } from "../../agents/resolve-event.ts";
import type { Context } from "../../context.ts";
import type { Problem, TomlPath } from "../../files/problem.ts";
import type { Toml } from "../../files/toml.ts";
import { isFolder } from "../../host/paths.ts";
import { budgetOf } from "../../model/event.ts";
import type { Surroundings } from "../../packages/programs/resolve-command.ts";
import { type Hook, isGuard, type Plugin } from "../../plugins/plugin.ts";
import { eventName, isFor } from "../guards.ts";
import { isOfHookManifest, matcherTrouble } from "./check-hooks.ts";
import { namedPrograms, placesIn, programTrouble, type Trouble } from "./check-programs.ts";
import { serverTroubles } from "./check-servers.ts";

export function pluginTroubles(
  plugin: Plugin,
  toml: Toml & { ok: true },
  context: Pick<Context, "os" | "env">,
  where: Surroundings,
): readonly Problem[] {
  const placeIn = placesIn(toml.table);
  const problemAt = (path: TomlPath, { message, ...rest }: Trouble, what: string): Problem => ({
    file: plugin.manifest,
    position: toml.positionOf(path),
    message: `${what}: ${message}`,
    ...rest,
  });
  const programs = namedPrograms(plugin, where, placeIn).flatMap(({ what, command, path }) => {
    const trouble = programTrouble(command, context);
    return trouble === undefined ? [] : [problemAt(path, trouble, what)];
  });
  const written = plugin.hooks.filter((hook) => !isOfHookManifest(hook));
  const hooks = written.flatMap((hook) => {
    const at = (key: string) => placeIn("hooks", hook.name, [key]);
    const [matcher, timeout, guard] = [matcherTrouble(hook), timeoutTrouble(hook), guardTrouble(hook)];
    return [
      ...(guard === undefined ? [] : [problemAt(at("event"), guard, `hook \`${hook.name}\``)]),
      ...(matcher === undefined ? [] : [problemAt(at("matcher"), { severity: "warning", ...matcher }, `hook \`${hook.name}\``)]),
      ...(timeout === undefined ? [] : [problemAt(at("timeout"), timeout, `hook \`${hook.name}\``)]),
    ];
  });
  const folders = plugin.skills.flatMap(({ source }): Problem[] => {
    if (source.kind !== "path" || source.isOptional === true || isFolder(source.path)) return [];
    const hint = "source.path starts at the plugin's folder";
    return [problemAt(["skills"], { severity: "error", message: `there is no folder ${source.path}`, hint }, "skill group")];
  });
  const servers = plugin.servers.flatMap((server) =>
    serverTroubles(server).map(({ key, ...trouble }) =>
      problemAt(placeIn("mcp_servers", server.name, [key]), { severity: "warning", ...trouble }, `server \`${server.name}\``),
    ),
  );
  return [...programs, ...hooks, ...folders, ...servers];
}

/** A guard where no agent prevents anything. Where some do, `status` says which of the user's do not. */
function guardTrouble(hook: Hook): Trouble | undefined {
  const agents = AGENTS.filter(({ name }) => isFor(hook, name)).map(({ name }) => isBlockedAt(name, hook.event));
  if (!isGuard(hook) || agents.includes(true)) return undefined;
  const hint = "choose an event at which a denial is obeyed: docs/reference/hook-events.md lists what each can prevent";
  return { severity: "warning", message: `it is a guard, and nothing can be prevented at ${eventName(hook)}`, hint };
}

/** A timeout above this is more likely meant in milliseconds. */
const MILLISECONDS = 500;

function timeoutTrouble({ timeout }: Hook): Trouble | undefined {
  const most = budgetOf(null).answerMs / 1000;
  if (timeout <= most) return undefined;
  const hint = timeout < MILLISECONDS ? `write ${most} or less` : `\`timeout\` is in seconds: write timeout = ${timeout / 1000}`;
  return { severity: "warning", message: `the timeout is ${timeout} seconds, and a call ends after ${most}`, hint };
}
