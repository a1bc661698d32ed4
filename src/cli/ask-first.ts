/** The question before something is installed or taken away, at a terminal, where a person can answer (PL-27). */

import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import type { CliContext } from "./cli-context.ts";
import type { Text } from "./report/reporter.ts";

/** Shows what would be done; `undefined` where that is nothing, and no question is needed. */
export type Preview = () => Promise<Text | undefined>;

/** Whether there was a person to ask. Throws where the answer is no. */
export async function askFirst(cli: CliContext, isAgreed: boolean, message: string, preview?: Preview): Promise<boolean> {
  const terminal = isAgreed ? undefined : cli.terminal;
  if (terminal === undefined) return false;
  const text = await preview?.();
  if (preview !== undefined && text === undefined) return true;
  if (text !== undefined) cli.report({ type: "preview", text });
  const { confirm, isCancel } = await import("@clack/prompts");
  const answer = await confirm({ ...terminal, message: printable(message), initialValue: false });
  if (answer !== true) throw new UserError("CANCELLED", "nothing was changed", { exitCode: isCancel(answer) ? 130 : 1 });
  return true;
}
