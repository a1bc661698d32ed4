/** The context of a real process; everything else gets it handed in. */

import { operatingSystem, type Context } from "./context.ts";

/** Agents on Windows, and the texts they run, go by `USERPROFILE`; there `HOME` is a variable of some shells, and may lead elsewhere. */
export function contextOfProcess({ env, platform }: Pick<NodeJS.Process, "env" | "platform"> = process): Context {
  const os = operatingSystem(platform);
  const home = env[os === "windows" ? "USERPROFILE" : "HOME"] || homeOfUser();
  return { os, home, cwd: currentFolder(), env, now: Date.now };
}

/** Empty where the system knows none. Loads a module only where the variable is missing: every one costs a hook call time. */
function homeOfUser(): string {
  try {
    return process.getBuiltinModule("node:os").homedir();
  } catch {
    return "";
  }
}

/** The folder we were started in may be gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}
