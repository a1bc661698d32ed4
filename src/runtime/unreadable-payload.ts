/** A payload nobody can read (RT-21): silence, except that hooks which must not be missed deny what they would have judged. */

import type { HookTime } from "../agents/agent.ts";
import { EVENTS } from "../canonical/event.ts";
import { type Reply, SILENCE } from "../canonical/outcome.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { chooseHooks } from "./choose-hooks.ts";
import { absorb, nothingYet } from "./combine.ts";
import { degrade } from "./degrade.ts";
import { outcomeUnderPolicy } from "./fail-policy.ts";
import type { CallRecord } from "./record-call.ts";
import { FRESH_SESSION } from "./session-state.ts";
import type { World } from "./world.ts";

/** What can still be prevented; a stop is not, because nothing would ever end it. */
const PREVENTABLE: readonly (string | undefined)[] = ["tool", "prompt", "permission"];

export async function refuseUnreadable(entry: HookTime, nativeEvent: string, world: World, record: CallRecord): Promise<Reply> {
  const input = entry.read({}, nativeEvent);
  const meaning = input.event === null ? undefined : EVENTS[input.event];
  if (meaning === undefined || !("denial" in meaning) || !PREVENTABLE.includes(meaning.denial)) return SILENCE;
  const { access, selection } = await chooseHooks(world, input, findWorkspace(world.context.cwd), true);
  Object.assign(record, { recognised: entry.name, input, workspace: access.index?.header.workspace ?? null, index: access });
  if (access.problem !== undefined) record.problems.push(access.problem);
  const closed = selection.chosen.filter(({ onFailure }) => onFailure === "closed");
  const combined = closed.reduce((now, hook) => {
    const outcome = outcomeUnderPolicy({ failure: "the agent's payload could not be read" }, hook);
    return absorb(now, outcome, hook, entry, []);
  }, nothingYet(input));
  const { answer } = degrade(combined, entry, FRESH_SESSION, false);
  record.answer = answer;
  return entry.encode(answer, input);
}
