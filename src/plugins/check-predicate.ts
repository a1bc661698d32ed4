/** One predicate that a manifest defines. */

import type { Surroundings } from "../installations/resolve-command.ts";
import { BUILT_IN, isCustomName } from "../predicates/parse-predicate.ts";
import { checkStarted } from "./check-started.ts";
import type { NamedInstallations } from "./named-installations.ts";
import type { PredicateEntry } from "./manifest.ts";
import type { CustomPredicate } from "./plugin.ts";
import type { Finding } from "./report.ts";

/** `undefined` when it is invalid, which was then reported. */
export function checkPredicate(entry: PredicateEntry, named: NamedInstallations, where: Surroundings): CustomPredicate | undefined {
  const { name, command, args } = entry;
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `predicate \`${name}\`: ${finding.message}` });
  if (!isCustomName(name)) return void report(nameProblem(name));
  // Its arguments follow those of the installation instead of replacing them.
  const starter = { kind: "predicate", name: `__pred_${name}`, command, requirements: [], report };
  const started = checkStarted(starter, { requirements: [] }, named, where);
  if (started === undefined) return undefined;
  return { name, ...started, command: { ...started.command, args: [...started.command.args, ...args] } };
}

function nameProblem(name: string): Finding {
  if ((BUILT_IN as readonly string[]).includes(name))
    return { key: "name", message: "the name is a built-in predicate", hint: "choose another name" };
  return { key: "name", message: "the name has invalid characters", hint: "use letters, digits and _, beginning with a letter" };
}
