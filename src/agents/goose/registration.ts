import { commandFor, type HookRegistration } from "../registration.ts";

const HOOKS = ".agents/plugins/symposium/hooks/hooks.json";

export const registration: HookRegistration = {
  agent: "goose",
  signs: {
    folders: [".config/goose", ".local/share/goose", "Library/Application Support/Block/goose", "AppData/Roaming/Block/goose"],
    programs: ["goose"],
  },
  file: { user: HOOKS, project: HOOKS },
  denies: "json",
  content: {
    kind: "entries",
    list: (event) => ["hooks", event],
    entry: (call) => ({ hooks: [{ type: "command", command: commandFor(call, "cmd"), timeout: call.timeout }] }),
    shares: "hooks",
  },
  // A project's folder of the same name replaces the user's.
  projectWins: true,
};
