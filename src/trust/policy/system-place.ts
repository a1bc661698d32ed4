import type { Context } from "../../context.ts";

/** By no variable: a project can set those of an agent (RT-36). */
export function systemPolicyFile({ os, systemPolicy }: Pick<Context, "os" | "systemPolicy">): string {
  return systemPolicy ?? (os === "windows" ? "C:\\ProgramData\\symposium\\policy.toml" : "/etc/symposium/policy.toml");
}
