import type { HookRegistration } from "../registration.ts";

export const registration: HookRegistration = {
  agent: "copilot-cli",
  configName: "copilot",
  signs: { folders: [".copilot"], programs: ["copilot"] },
  file: { user: ".copilot/hooks/symposium.json", project: ".github/hooks/symposium.json" },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // VS Code reads the same keys: `bash` as `linux` and `osx`, `powershell` as `windows`, `timeoutSec` as `timeout`.
    entry: ({ commands, timeout }) => ({
      type: "command",
      bash: commands.posix,
      powershell: commands.powershell,
      timeoutSec: timeout,
    }),
    frame: { version: 1 },
  },
  rustFiles: {
    user: [".copilot/config.json", ".copilot/settings.json"],
    project: [".copilot/config.json", ".copilot/settings.json", ".github/hooks/symposium.json"],
  },
};
