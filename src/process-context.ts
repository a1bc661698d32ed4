/** The context of a real process; everything else gets it handed in. */

import { operatingSystem, type Context } from "./context.ts";

export function contextOfProcess(): Context {
  const { env, platform } = process;
  // Loaded only where `HOME` is missing: every module costs a hook call time.
  const home = env["HOME"] || process.getBuiltinModule("node:os").homedir();
  return { os: operatingSystem(platform), home, cwd: currentFolder(), env, now: Date.now };
}

/** The folder we were started in may be gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}
