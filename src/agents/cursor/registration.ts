import type { HookRegistration, RegisteredCall } from "../registration.ts";

const HOOKS = ".cursor/hooks.json";

export const registration: HookRegistration = {
  agent: "cursor",
  signs: { folders: [".cursor"], programs: ["cursor", "cursor-agent"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // Without a limit of its own an entry may refuse a stop five times; ours is the same for every agent.
    entry: (call) => ({
      command: oneCommand(call),
      timeout: call.timeout,
      ...(["stop", "subagentStop"].includes(call.event) ? { loop_limit: null } : {}),
    }),
    frame: { version: 1 },
  },
};

/**
 * Cursor may write the payload behind the command as a here-document, and on Windows pipe it in front, so the whole text must be one
 * command. The user's own shell starts it, which need not be a POSIX one; `exec` spares the second process. The path is whole, because PATH may
 * begin with a folder of the project.
 */
function oneCommand({ commands, os }: RegisteredCall): string {
  // Cursor's reader takes a slash and a star for the beginning of a comment, in a string too.
  if (os !== "windows") return `exec /bin/sh -c '${commands.posix.replace("in /*)", "in [/]*)").replaceAll("'", () => "'\\''")}'`;
  const piped = commands.powershell.replaceAll("{& ", "{$input|& ");
  return `Invoke-Command -ScriptBlock {$OutputEncoding=[Text.UTF8Encoding]::new($false);${piped}}`;
}
