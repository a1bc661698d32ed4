import type { HookRegistration } from "../registration.ts";

const HOOKS = ".codex/hooks.json";

export const registration: HookRegistration = {
  agent: "codex",
  signs: { folders: [".codex"], programmes: ["codex"] },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // The user's trust is bound to `command` and `timeout`: whatever changes here, those two do not.
    entry: ({ commands, timeout }) => ({
      hooks: [{ type: "command", command: commands.posix, commandWindows: commands.powershell, timeout }],
    }),
    shares: "hooks",
  },
  placeholder: { hooks: [] },
  rustFiles: { user: [HOOKS], project: [HOOKS] },
};
