/** Our command line in the middle of a session, as the user runs it in another terminal, and as an agent runs it. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

import type { RegisteringStep } from "../register.ts";
import { put, toolsIn } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";

/** In the run's folder: our command line as the user runs it, and as its caller runs it. */
export const BY_USER = "by-user.sh";
export const BY_ANYONE = "by-anyone.sh";

export const scripts: RegisteringStep = {
  user: ({ folders: { root, project, home }, installed, program }) => {
    const start = [join(installed.nodeFolder, "node"), join(program.dist, "symposium.cjs")].map(shellWord).join(" ");
    const path = `${toolsIn(root)}:${installed.nodeFolder}:/usr/bin:/bin`;
    const cleaned = `env -i HOME=${shellWord(home)} PATH=${shellWord(path)} LANG=C.UTF-8`;
    const go = `cd ${shellWord(project)}`;
    put(join(root, BY_USER), `#!/bin/sh\n${go}\nexec ${cleaned} ${start} "$@"\n`, 0o755);
    put(join(root, BY_ANYONE), `#!/bin/sh\n${go}\nexec ${start} "$@"\n`, 0o755);
  },
};

export function ours({ root }: Folders, script: string, words: string): string {
  return `${shellWord(join(root, script))} ${words}`;
}

/** A shell command that agrees to the bytes as they are now. */
export function accepts(folders: Folders, plugin: string, script = BY_USER): string {
  const digest = `$(${ours(folders, script, `trust show ${plugin} --json`)} | grep -o '"digest": *"[0-9a-f]\\{64\\}"' | head -n 1 | grep -o '[0-9a-f]\\{64\\}')`;
  return ours(folders, script, `trust accept ${plugin} --digest "${digest}"`);
}

/** Runs it between two sessions, without a network, and with no process above that could be an agent. What fails here is missing in what is judged. */
export function runByUser(command: string): void {
  const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
  const args = [...user, "-n", "-p", "-f", "--mount-proc", "sh", "-ec", command];
  spawnSync("unshare", args, { env: { PATH: "/usr/bin:/bin" } });
}
