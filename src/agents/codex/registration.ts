import type { HookRegistration } from "../registration.ts";

const HOOKS = ".codex/hooks.json";
/** Codex shortens a longer timeout to this, and warns about it at every start. */
const MOST_SECONDS_AT_END = 3;

export const registration: HookRegistration = {
  agent: "codex",
  signs: { folders: [".codex"], programs: ["codex"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // The user's trust is bound to `command` and `timeout`: never change those two.
    // On Windows the session's shell starts it, which is PowerShell.
    entry: ({ event, commands, timeout }) => ({
      hooks: [
        {
          type: "command",
          command: commands.posix,
          commandWindows: commands.powershell,
          timeout: event === "SessionEnd" ? MOST_SECONDS_AT_END : timeout,
        },
      ],
    }),
    shares: "hooks",
  },
  placeholder: { hooks: [] },
  rustFiles: { user: [HOOKS], project: [HOOKS] },
};
