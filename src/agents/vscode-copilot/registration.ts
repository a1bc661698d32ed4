import type { HookRegistration } from "../registration.ts";

export const registration: HookRegistration = {
  agent: "vscode-copilot",
  signs: {
    folders: [".vscode", ".config/Code", "Library/Application Support/Code", "AppData/Roaming/Code"],
    programs: ["code", "code-insiders"],
  },
  via: "copilot-cli",
};
