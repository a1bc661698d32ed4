import type { HookRegistration } from "../registration.ts";

const HOOKS = ".codex/hooks.json";
/** Codex cuts a longer one down to this, and complains of it at every start. */
const MOST_SECONDS_AT_END = 3;

export const registration: HookRegistration = {
  agent: "codex",
  signs: { folders: [".codex"], programs: ["codex"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // The user's trust is bound to `command` and `timeout`: whatever changes here, those two do not.
    // On Windows the shell of the session starts it, which is PowerShell.
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
