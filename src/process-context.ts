/** The context of a real process; everything else gets it handed in. */

import { operatingSystem, type Context } from "./context.ts";

export function contextOfProcess(): Context {
  const { env, platform } = process;
  return { os: operatingSystem(platform), home: env["HOME"] || homeOfUser(), cwd: currentFolder(), env, now: Date.now };
}

/** Empty where the system knows none. Loads a module only where `HOME` is missing: every one costs a hook call time. */
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
