import type { Recipe } from "../recipes/recipe.ts";
import { agentPlugins } from "./agent-plugins.ts";
import { agentPluginsItself } from "./agent-plugins-itself.ts";
import { ask } from "./ask.ts";
import { consent } from "./consent.ts";
import { context } from "./context.ts";
import { convert } from "./convert.ts";
import { deny } from "./deny.ts";
import { failure } from "./failure.ts";
import { guardEnvironment } from "./guard-environment.ts";
import { guardLastGood } from "./guard-last-good.ts";
import { guardNames } from "./guard-names.ts";
import { guardOwnFailure } from "./guard-own-failure.ts";
import { guardPayload } from "./guard-payload.ts";
import { guardSpelling } from "./guard-spelling.ts";
import { guardTools } from "./guard-tools.ts";
import { hostileClone } from "./hostile-clone.ts";
import { hooksOfAnyAgent } from "./hooks-of-any-agent.ts";
import { idle } from "./idle.ts";
import { matcher } from "./matcher.ts";
import { nested } from "./nested.ts";
import { otherFiles } from "./other-files.ts";
import { ownEvents } from "./own-events.ts";
import { ownTrustedHook } from "./own-trusted-hook.ts";
import { permission } from "./permission.ts";
import { programGone } from "./program-gone.ts";
import { promptBlock } from "./prompt-block.ts";
import { promptOrigin } from "./prompt-origin.ts";
import { refusedRewrite } from "./refused-rewrite.ts";
import { registeredWhere } from "./registered-where.ts";
import { rewrite } from "./rewrite.ts";
import type { Scenario } from "./scenario.ts";
import { serverApproval } from "./server-approval.ts";
import { serverGated } from "./server-gated.ts";
import { serverRefused } from "./server-refused.ts";
import { serverSymposium } from "./server-symposium.ts";
import { serverTransports } from "./server-transports.ts";
import { sessionEnd } from "./session-end.ts";
import { shim } from "./shim.ts";
import { skills } from "./skills.ts";
import { stopBlock } from "./stop-block.ts";
import { missingProgram } from "./missing-program.ts";
import { subcommand } from "./subcommand.ts";
import { twoPlugins } from "./two-plugins.ts";
import { uninstalled } from "./uninstalled.ts";
import { untrusted } from "./untrusted.ts";
import { userRule } from "./user-rule.ts";

export const SCENARIOS: readonly Scenario[] = [
  ...[...deny, ...ask, ...userRule, ...rewrite, ...refusedRewrite, ...context, ...promptBlock, ...promptOrigin, ...sessionEnd],
  ...[...stopBlock, ...permission, ...failure, ...matcher, ...twoPlugins, ...otherFiles, ...nested],
  ...[...registeredWhere, ...untrusted, ...programGone, ...idle, ...uninstalled, ...ownTrustedHook],
  ...[...skills, ...subcommand, ...missingProgram],
  ...[...serverTransports, ...serverGated, ...serverApproval, ...serverRefused, ...serverSymposium],
  ...[...agentPlugins, ...agentPluginsItself],
  ...[
    ...guardEnvironment,
    ...guardLastGood,
    ...guardNames,
    ...guardOwnFailure,
    ...guardPayload,
    ...guardSpelling,
    ...guardTools,
    ...ownEvents,
    ...hostileClone,
  ],
  ...[...consent, ...convert, ...shim, ...hooksOfAnyAgent],
];

/** Abilities that this agent does not have, with the reason: what its recipe says, and scenarios that are about others. */
export function impossibleOn({ name, cannot }: Pick<Recipe, "name" | "cannot">): Readonly<Record<string, string>> {
  const others = SCENARIOS.flatMap(({ ability, about }) =>
    about === undefined || about.agents.includes(name) ? [] : [[ability, about.others]],
  );
  return { ...(Object.fromEntries(others) as Record<string, string>), ...cannot };
}
