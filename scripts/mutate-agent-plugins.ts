/** Breaks what keeps an Agent Plugin inside its folder, what it may bring, and which agents load it by themselves. */

import { seenByPackages, seenByServers } from "./mutate-edit.ts";

export const AGENT_PLUGINS = [
  ...seenByPackages(
    "commandPath",
    ["AP-1 a server's program may lie anywhere", "return target === undefined ? path :", 'return target !== "" ? path :'],
    ["AP-1 an absolute path counts as a bare name", '!/[\\\\/:]/.test(command) && command !== "."', 'command !== "."'],
    ["AP-1 a word with blanks is a program", "if (/\\s/.test(command)) return", 'if (command === "") return'],
  ),
  ...seenByPackages(
    "folderOf",
    ["AP-1 a server may start anywhere", "return target === undefined ? written :", 'return target !== "" ? written :'],
    ["AP-1 a server may leave its folder of data", "isAtOrBelow(path, ANY_DATA) ? written", 'path !== "" ? written'],
  ),
  ...seenByPackages("checkPackagedServer", ["MC-12 a secret passes", "secretFinding(entry) ?? {", "{"]),
  ...seenByPackages(
    "remoteOf",
    [
      "AP-1 a value adds headers of its own",
      "if (/[^\\t\\x20-\\x7e\\x80-\\xff]/.test(value) || value.trim() !== value)",
      'if (value === "")',
    ],
    ["AP-1 a header is there twice", "seen.has(name.toLowerCase())", "seen.has(name)"],
  ),
  ...seenByPackages(
    "urlTrouble",
    ["AP-1 an address has user information", "if (/^https?:\\/\\/[^/?]*@/i.test(url))", 'if (url === "")'],
    ["AP-1 an address has a fragment", 'if (url.includes("#")) return', 'if (url === "#") return'],
  ),
  ...seenByPackages("expanded", [
    "AP-2 what was put in is expanded again",
    "text.replace(PLACEHOLDER, (_, name: string) => (name === PLUGIN_ROOT ? root : data))",
    "text.replaceAll(`\\${${PLUGIN_DATA}}`, () => data).replaceAll(`\\${${PLUGIN_ROOT}}`, () => root)",
  ]),
  ...seenByPackages(
    "extensionHooks",
    ["AP-3 hooks lie outside our folder", "file !== folder && isAtOrBelow(file, folder)", "file !== folder"],
    ["AP-3 a hook's script leads out", '"hooks", bounds)', '"hooks")'],
  ),
  ...seenByPackages(
    "programsWithin",
    ["AP-3 a program of the extension leads out", "bounds.leadsOut(resolve(directory, each)) !== undefined", 'each === ""'],
    [
      "AP-3 a guard whose program leads out vanishes",
      "return isClosed ? [{ ...entry,",
      'return isClosed && entry.name === "" ? [{ ...entry,',
    ],
    ["AP-3 a guard whose program leads out runs it", "{ ...entry, command: undefined, executable: undefined, script: undefined }", "entry"],
    [
      "AP-3 a server of the extension leads out",
      'servers.filter((entry) => areInside(entry, relative([entry.command, entry.cwd]), "server"))',
      "servers",
    ],
    ["AP-3 a group of skills leads out", 'typeof entry.source !== "object" || areInside(', 'typeof entry.source !== "none" || areInside('],
  ),
  ...seenByPackages("wordsOf", ["AP-3 a requirement leads out", "...inner];", "];"]),
  ...seenByPackages("readAgentPlugin", [
    "AP-1 the manifest is a link to anywhere",
    "const target = bounds.leadsOut(file);",
    "const target = undefined as string | undefined;",
  ]),
  ...seenByPackages("readFields", ["AP-1 a manifest with a mistake counts", "isUsable &&= isHarmless;", "isUsable ||= isHarmless;"]),
  ...seenByPackages(
    "readParts",
    ["AP-3 without a gate it applies everywhere", "isDormant = isOpen(gate) &&", "isDormant = false &&"],
    ["AP-3 a dropped gate leaves servers", "skills: [], servers: []", "skills: [], servers: [...plugin.servers, ...others]"],
    ["AP-3 a dropped gate leaves skills", "{ skills: [], servers", "{ skills: [...plugin.skills, skills], servers"],
    ["AP-5 a server is there twice", "!plugin.servers.some((one) => one.name === server.name)", "server.name !== plugin.name"],
  ),
  ...seenByPackages("readParts", ["AP-1 folders below a skill are skills", ", isFlat: true }", " }"]),
  ...seenByPackages("readServers", [
    "AP-1 `mcp.json` is a link to anywhere",
    "const target = bounds.leadsOut(file);",
    "const target = undefined as string | undefined;",
  ]),
  ...seenByPackages(
    "serversIn",
    ["AP-1 a server that breaks the schema starts", "if (broken.has(name)) return [];", ""],
    ["AP-1 a mistake of the file costs nothing", "if (name === undefined) isUsable = false;", "if (name === undefined) isUsable = true;"],
  ),
  ...seenByPackages("variableName", [
    "AP-2 a package sets the place of its data",
    "v.notValues([PLUGIN_ROOT, PLUGIN_DATA])",
    "v.notValues([PLUGIN_ROOT])",
  ]),
  ...seenByPackages("agent-plugin/NAME", ["AP-1 a name has two dots", "/^(?!.*(?:--|\\.\\.))[a-z0-9]", "/^[a-z0-9]"]),
  ...seenByPackages("dataName", [
    "AP-2 plugins of one name share their data",
    "JSON.stringify([[origin.kind, originId(origin)], plugin])",
    "JSON.stringify([plugin])",
  ]),
  ...seenByPackages("originId", ["AP-2 packages of one name in two registries share their data", "packageSource(origin)", "origin.name"]),
  ...seenByServers("isLoadedFrom", [
    "AP-6 a package of the same name and other files counts",
    "nameIn(folder) === name && sameTree(",
    "nameIn(folder) === name || sameTree(",
  ]),
  ...seenByServers("agentPackages", [
    "AP-6 a link counts where the agent rejects it",
    "(value.noLinks !== true || !isLink(folder))",
    "true",
  ]),
  ...seenByServers("listsCopiesToo", [
    "AP-6 an agent that lists one of two skills gets both",
    '?.besideCopy?.value !== "one"',
    '?.besideCopy?.value === "one"',
  ]),
  ...seenByPackages(
    "assemblePlugin",
    ["AP-3 open hooks run though a gate was dropped", 'all.filter((hook) => !isUngated || hook.onFailure === "closed")', "all"],
    [
      "AP-3 subcommands stay though a gate was dropped",
      "...(isUngated ? { ...NO_PARTS, predicates: items.predicates } : items)",
      "...items",
    ],
  ),
];
