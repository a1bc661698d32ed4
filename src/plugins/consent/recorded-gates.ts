/** When a hook that the user accepted applies, by the gates in the record: its manifest may say otherwise now (PL-17). */

import type { Live } from "../../predicates/live.ts";
import { type Gate, OPEN } from "../../predicates/predicate.ts";
import { reduceAll } from "../../predicates/reduce.ts";
import type { Asked, PredicateSurroundings } from "../../predicates/surroundings.ts";
import { withoutLeaves } from "../../predicates/without-programs.ts";
import type { RecordedGate, RecordedHook } from "../../trust/subject.ts";
import { readGate } from "../gate.ts";
import { gatesInDoubt } from "../judge-hooks.ts";
import { isFinding } from "../report.ts";

/** Whether the program of a gate may be asked. Absent where the plugin is gone: then it is also unknown whether it was part of the workspace. */
type MayAsk = (asked: Asked) => boolean;

/** A gate that cannot be asked counts as true. */
export function recordedGatesHold({ gates = [] }: RecordedHook, surroundings: PredicateSurroundings, mayAsk?: MayAsk): boolean | Live {
  const known = gates.map((gate) =>
    withoutLeaves(gateOf(gate), (leaf) => {
      if (leaf.kind === "workspace-member") return mayAsk === undefined;
      return (leaf.kind === "shell" || leaf.kind === "custom") && (mayAsk?.(leaf) !== true || surroundings.answered(leaf) === undefined);
    }),
  );
  return reduceAll(gatesInDoubt(known, surroundings), surroundings);
}

function gateOf({ "depends-on": dependsOn, predicates }: RecordedGate): Gate {
  const read = readGate({
    ...(dependsOn === undefined ? {} : { "depends-on": [...dependsOn] }),
    ...(predicates === undefined ? {} : { predicates: [...predicates] }),
  });
  return isFinding(read) ? OPEN : read;
}
