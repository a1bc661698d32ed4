/** Breaks what a server's process gets, where it may write, and what an agent is not offered twice. */

import { seenByServers } from "./mutate-edit.ts";

export const SERVERS = [
  ...seenByServers(
    "ofPackage",
    ["AP-2 a link leads a server's command out", "if (way !== undefined) return", 'if (way === "") return'],
    [
      "PL-27 a package removes the mark of what Symposium starts",
      "[...own, ...given.map(([name, value]) => ({ name, value }))]",
      "[...given.map(([name, value]) => ({ name, value })), ...own]",
    ],
  ),
  ...seenByServers("workingFolder", [
    "AP-2 a link leads a server's folder out",
    "if (!isAtOrBelow(there, top)) return",
    'if (there === "") return',
  ]),
  ...seenByServers("withVariables", [
    "AP-2 another spelling is a second variable on Windows",
    "key.toUpperCase() !== name.toUpperCase()",
    "key !== name",
  ]),
  ...seenByServers("workingFolder", [
    "AP-2 a folder below the data is made for everyone",
    "{ recursive: true, mode: PRIVATE }",
    "{ recursive: true }",
  ]),
  ...seenByServers(
    "troubleWith",
    ["AP-2 the data folder is a link to anywhere", "if (!found.isDirectory()) return", "if (found.isFile()) return"],
    ["AP-2 others may enter the data folder", "(found.mode & 0o077) !== 0", "(found.mode & 0o077) === 0o777"],
  ),
  ...seenByServers("openPluginData", [
    "RG-26 root leaves files in another user's directory",
    "if (isVisit(places)) return",
    'if (isVisit(places) && name === "") return',
  ]),
  ...seenByServers("serverProcess", [
    "AP-2 a package's PATH decides which program runs",
    "commandLine(command, context.os, search)",
    "commandLine(command, context.os, withVariables(search, variables, context.os))",
  ]),
  ...seenByServers("remoteAddress", [
    "AP-2 a package's headers take variables",
    "packageRoot === undefined ? withVariablesOf",
    'packageRoot !== "" ? withVariablesOf',
  ]),
  ...seenByServers("withVariablesOf", [
    "MC-12 an unset variable is sent as nothing",
    "valueOf(name) === undefined);",
    'valueOf(name) === "");',
  ]),
  ...seenByServers(
    "withoutLoaded",
    ["AP-6 a server is missing where the agent takes only skills", 'takes.includes("servers")', "takes.length > 0"],
    ["AP-6 a server is offered twice", "packageRoot === undefined ||", "packageRoot !== plugin ||"],
  ),
  ...seenByServers(
    "ownFileTest",
    ["MC-7 a server in another project's file is missing here", "workspace === folder", "true"],
    ["MC-7 a server in another agent's file is missing here", "&& one.agents.includes(name)", ""],
  ),
  ...seenByServers("checkTools", ["MC-8 a server offers any number of tools", "listed.slice(0, MOST_TOOLS)", "listed"]),
  ...seenByServers("problemOf", ["MC-8 a second tool replaces the first", "if (others.has(name)) return", 'if (name === "") return']),
];
