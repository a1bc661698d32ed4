/** Losses of a conversion, as people see them, and the errors that they end in. */

import { titleOf } from "../agents/agents-by-name.ts";
import { UserError } from "../errors.ts";
import type { Problem } from "../files/problem.ts";
import { type ConversionLoss, failingLosses, type FailOn, isRefusal, refusedHooks, sentenceOf } from "../interchange/losses.ts";
import type { CliContext } from "./cli-context.ts";
import { warningOf } from "./registration-report.ts";
import { counted } from "./terminal/text.ts";

interface Lossy {
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

export function reportLosses({ report }: CliContext, { losses, warnings }: Lossy): void {
  for (const problem of warnings) report(warningOf(problem));
  for (const loss of losses) {
    if (loss.effect === "unknown") continue;
    const level = isRefusal(loss) ? "error" : loss.severity === "info" ? "note" : "warning";
    report({ type: "message", level, message: sentenceOf(loss).replace(/\.$/, "") });
  }
  for (const message of unknownTexts(losses)) report({ type: "message", level: "note", message });
}

/** What an agent does not say is much the same for all its hooks, and is told once. */
function unknownTexts(losses: readonly ConversionLoss[]): readonly string[] {
  const unknown = losses.filter(({ effect }) => effect === "unknown");
  return [...new Set(unknown.map(({ agent }) => agent))].map((agent) => {
    const fields = new Set(unknown.filter((loss) => loss.agent === agent).map(({ field }) => `\`${field.replace(/^payload\./, "")}\``));
    return `${titleOf(agent)} does not send ${[...fields].join(", ")}: a script that reads one of these fields finds a placeholder`;
  });
}

export function checkedLosses({ losses }: Lossy, failOn: FailOn): UserError | undefined {
  const failing = failingLosses(losses, failOn);
  if (failing.length === 0) return undefined;
  const hint = "`hooks explain` shows what each hook becomes on each agent";
  return new UserError("LOSSY", `${counted(failing.length, "loss fails", "losses fail")} the check (--fail-on ${failOn})`, { hint });
}

/** Guards that do not hold, where everything else was done. */
export function refusal({ losses }: Lossy): UserError | undefined {
  const refused = refusedHooks(losses);
  if (refused.length === 0) return undefined;
  return new UserError("REFUSED", `${counted(refused.length, "hook would", "hooks would")} not be the same guard there`, {
    details: refused.map(({ hook, agent }) => `${hook} (${agent})`),
    hint: "everything else is done; the messages above say what each agent lacks",
  });
}
