import type { HookFiles } from "../hook-files.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { atomList, code, pluginDocument } from "./hooks-plugin.ts";
import { events } from "./native.ts";

export const hookFiles: HookFiles = {
  agent: "opencode",
  forms: [
    {
      name: "plugin",
      format: "javascript",
      paths: { user: ".config/opencode/plugins/*.js", project: ".opencode/plugins/*.js" },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.?opencode[/\\]plugins?[/\\][^/\\]+\.js$/,
        events,
        ownEvents: Object.keys(events),
      }),
      ...pluginDocument,
      code,
      fields: {
        command: "command",
        platform: { windows: "windows", linux: "linux", darwin: "darwin" },
        timeout: { key: "timeout", unit: "seconds" },
        timeoutAction: "timeout_action",
        cwd: "cwd",
        env: "env",
        async: "async",
        statusMessage: "status_message",
        name: "name",
        blocking: "blocking",
      },
    },
  ],
  matcher: atomList,
  projectVariables: [],
  speaksInterchange: true,
  // The generated plugin reads the answers of the interchange format.
  denial: (_event, reason) => ({ stdout: JSON.stringify({ decision: "deny", reason }), stderr: "", exitCode: 0 }),
};
