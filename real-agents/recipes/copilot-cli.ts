import { join } from "node:path";

import { cacheFolder } from "../install.ts";
import { put } from "../sandbox.ts";
import { type Folders, json, type Launch, LISTS_SKILLS_FIRST, markerOf, PORT, type Recipe, TAKES_EVERY_REWRITE } from "./recipe.ts";

export const copilotCli = {
  name: "copilot-cli",
  title: "Copilot CLI",
  npm: { package: "@github/copilot", version: "1.0.102", bin: "copilot" },
  seconds: 60,
  launch: ({ prompt, permission, mcp, forbidden, untrusted }): Launch => ({
    args: [
      ...(untrusted === true ? [] : ["--trust-folder"]),
      ...["--no-auto-update", "--disable-client-telemetry", "--output-format", "json"],
      ...(permission === "bypass" ? ["--allow-all"] : []),
      ...(forbidden === undefined ? [] : ["--deny-tool", `shell(${forbidden}:*)`]),
      ...["-p", prompt],
    ],
    env: {
      COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${PORT}/v1`,
      COPILOT_PROVIDER_API_KEY: "fake",
      COPILOT_MODEL: "gpt-4.1",
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      // The program unpacks itself at its first start, which takes longer than a whole run; once is enough.
      COPILOT_PKG_CACHE_HOME: join(cacheFolder(), "copilot-cli-unpacked"),
    },
    homeFiles:
      mcp === undefined
        ? {}
        : { ".copilot/mcp-config.json": json({ mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args, tools: ["*"] } } }) },
    projectFiles: {},
  }),
  movedBy: "COPILOT_HOME",
  trusts: "project",
  gatedServers: "project",
  ownPlugins: {
    servers: true,
    folder: copilotPlugin,
    enable: (folders, name) => {
      const place = copilotPlugin(folders, name);
      const record = {
        name,
        marketplace: "local",
        version: "1.0.0",
        installed_at: "2026-11-17T00:00:00Z",
        cache_path: place,
        enabled: true,
      };
      put(join(folders.home, ".copilot/config.json"), json({ installedPlugins: [record] }));
    },
  },
  events: [
    ...["sessionStart", "sessionEnd", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure", "permissionRequest"],
    ...["agentStop", "subagentStart", "subagentStop", "preCompact", "notification", "errorOccurred"],
  ],
  calls: {
    shell: (command) => ({ name: "bash", args: { command, description: "scripted" } }),
    write: (path, content) => ({ name: "create", args: { path, file_text: content } }),
    edit: (path, before, after) => ({ name: "edit", args: { path, old_str: before, new_str: after } }),
    read: (path) => ({ name: "view", args: { path } }),
    mcp: (server, tool, args) => ({ name: `${server}-${tool}`, args }),
  },
  subagent: (inside) => [
    {
      calls: [
        {
          name: "task",
          args: { description: "look around", prompt: "Look around.", agent_type: "general-purpose", name: "looker", mode: "sync" },
        },
      ],
    },
    ...inside,
  ],
  asksPermission: (command) => [{ calls: [{ name: "bash", args: { command, description: "scripted" } }] }],
  beside: {
    // It asks about tools that it does not have on this system, and refuses them afterwards.
    shell: {
      calls: () => [
        { name: "bash", args: { command: `echo ran > ${markerOf(0)}`, description: "scripted", mode: "async" } },
        { name: "bash", args: { command: `echo ran > ${markerOf(1)}`, description: "scripted", mode: "async", detach: true } },
        { name: "powershell", args: { command: `echo ran > ${markerOf(2)}`, description: "scripted" } },
        { name: "write_bash", args: { shellId: "0", input: `echo ran > ${markerOf(3)}{enter}` } },
      ],
    },
    edit: {
      env: { COPILOT_MODEL: "gpt-5.5", COPILOT_PROVIDER_WIRE_API: "responses" },
      calls: ({ project }) => [
        { name: "apply_patch", args: {}, text: `*** Begin Patch\n*** Add File: ${project}/${markerOf(0)}\n+ran\n*** End Patch` },
        { name: "apply_patch", args: {}, text: `*** Begin Patch\n*** Add File: ${markerOf(1)}\n+ran\n*** End Patch` },
      ],
    },
  },
  cannot: {
    "a dependency's server is gone in the session that starts without the dependency: our launcher refuses it":
      "Copilot CLI offers the tools that it remembers of a server that does not start; they are gone with its entry",
    ...LISTS_SKILLS_FIRST,
    "a rewrite it cannot take": TAKES_EVERY_REWRITE,
    "failure told to the user": "Copilot CLI does not show a hook's message",
  },
} satisfies Recipe;

function copilotPlugin({ home }: Folders, name: string): string {
  return join(home, ".copilot/installed-plugins/local", name);
}
