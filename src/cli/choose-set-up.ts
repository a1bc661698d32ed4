/** Which agents, which scope: from flags, or from answers at a terminal (RG-17, RG-18). */

import type { ConfigChange, SetUpRequest } from "../app/set-up.ts";
import type { CliContext } from "./cli-context.ts";

export type SetUpFlags = Omit<ConfigChange, "agents">;

export type Choice = Pick<SetUpRequest, "change" | "configOnly">;

export async function chooseSetUp(cli: CliContext, flags: SetUpFlags): Promise<Choice | "cancelled"> {
  const isAsked = Object.values(flags).every((value) => value === undefined) && cli.terminal !== undefined;
  if (!isAsked) return { change: flags };
  const { askSetUp } = await import("./ask-set-up.ts");
  return askSetUp(cli, cli.terminal);
}
