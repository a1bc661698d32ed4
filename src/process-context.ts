/** The context of a real process; everything else gets it as an argument. */

import { operatingSystem, type Context } from "./context.ts";

/** Agents on Windows, and the texts they run, use `USERPROFILE`; there `HOME` is a variable of some shells, and may lead elsewhere. */
export function contextOfProcess({ env, platform }: Pick<NodeJS.Process, "env" | "platform"> = process): Context {
  const os = operatingSystem(platform);
  const home = env[os === "windows" ? "USERPROFILE" : "HOME"] || homeOfUser();
  return { os, home, cwd: currentFolder(), env, now: Date.now };
}

/** Empty where the system has none. Loads a module only where the variable is missing: each costs a hook call time. */
function homeOfUser(): string {
  try {
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return "";
  }
}

/** The current folder may be deleted. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}
