import { commandFor, type HookRegistration } from "../registration.ts";

const SETTINGS = ".gemini/settings.json";

export const registration: HookRegistration = {
  agent: "gemini-cli",
  configName: "gemini",
  signs: { folders: [".gemini"], programs: ["gemini"] },
  file: { user: SETTINGS, project: SETTINGS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    // Without a name Gemini shows the whole command to the user. Its timeout is in milliseconds.
    entry: (call) => ({
      hooks: [{ name: "symposium", type: "command", command: commandFor(call, "powershell"), timeout: call.timeout * 1000 }],
    }),
    shares: "hooks",
  },
  onlyWhileUsed: ["PreCompress"],
  rustFiles: { user: [SETTINGS], project: [SETTINGS] },
};
