/** The words after `--from` and `--to`: an agent by any of its names, one of its forms, the format itself, or all. */

import { HOOK_FILES } from "../../agents/native-list.ts";
import { AGENTS } from "../../agents/list.ts";
import { allTargets, type Target, targetFor } from "../../convert/target.ts";
import { UserError } from "../../errors.ts";
import { unknownAgent } from "../unknown-agent.ts";

/** The Hook Interchange Format itself. */
export const FORMAT = "hooks";

export function targetNamed(word: string): Target {
  const target = targetFor(word);
  if (target !== undefined) return target;
  const [agent = "", form] = word.split(":");
  const plain = targetFor(agent);
  if (plain === undefined || form === undefined) throw unknownAgent(agent);
  const forms = HOOK_FILES.find((one) => one.agent === plain.agent)?.forms.map(({ name }) => `${agent}:${name}`) ?? [];
  throw new UserError("UNKNOWN-FORM", `${plain.title} has no hook files of the form ${JSON.stringify(form)}`, {
    hint: `use one of ${forms.join(", ")}`,
    exitCode: 2,
  });
}

/** What a word after `--to` means; `"hooks"` for the format itself. */
export function targetsOf(word: string): readonly (Target | typeof FORMAT)[] {
  if (word === "all") return allTargets();
  return [word === FORMAT ? FORMAT : targetNamed(word)];
}

/** The one of these agents whose hook files this one reads as its own: what is written for both would run twice (RG-7). */
export function servedBy({ agent }: Target, targets: readonly Target[]): Target | undefined {
  const registration = AGENTS.find(({ name }) => name === agent)?.registration;
  const via = registration !== undefined && "via" in registration ? registration.via : undefined;
  return targets.find((other) => other.agent === via);
}
