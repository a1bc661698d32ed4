/** What to do next in the state that `status` finds. `symposium` alone, `status` and `init` all ask here. */

import { join } from "node:path";

import { resolveAgent } from "../agents/hook-time.ts";
import type { AppContext } from "../app/app-context.ts";
import type { Status } from "../app/status/status.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { listed } from "./render/listed.ts";
import { homePath } from "./render/new-plugin.ts";
import { hintsOf } from "./render/status.ts";

/** Empty where nothing is left to do. */
export function nextSteps(status: Status, app: Pick<AppContext, "context" | "places" | "calledAs">): readonly string[] {
  const { unregistered, registrations, plugins, hasHooks } = status;
  const { calledAs } = app;
  const [hint] = hintsOf(status);
  if (hint !== undefined) return [hint];
  const [unknown] = unregistered.filter((name) => resolveAgent(name) === undefined);
  if (unknown !== undefined) return [`run \`${calledAs} init --remove-agent ${quotedPath(unknown)}\`: the config names an unknown agent`];
  if (unregistered.length > 0) return [`run \`${calledAs} sync\` to register hooks with ${listed(unregistered)}`];
  if (registrations.length === 0) return [`run \`${calledAs} init\` to register hooks with your agents`];
  const waiting = plugins.filter(({ consent }) => consent === "waiting" || consent === "changed").map(({ name }) => name);
  if (waiting.length > 0) return [`run \`${calledAs} sync\` at a terminal to decide what ${listed(waiting)} may run`];
  return hasHooks ? [] : firstSteps(app);
}

/** Where no plugin has a hook yet. */
export function firstSteps({ context, places, calledAs }: Pick<AppContext, "context" | "places" | "calledAs">): readonly string[] {
  const folder = homePath(join(places.userPlugins, "my-hooks"), context.home);
  return [
    `run \`${calledAs} plugin new my-hooks --dir ${folder}\` to create your first hook`,
    `or \`${calledAs} hooks import\` to run the hooks of one agent on all your agents`,
  ];
}
