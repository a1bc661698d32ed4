import type { NativeAtom } from "../../model/manifest-matcher.ts";
import { type EntrySpelling, fields, flatEntries, POSIX_ONLY, recognisedBy, renamed, WINDOWS_ONLY } from "../hook-entries.ts";
import { hookFilesOf, type MatcherSyntax, sameKeys } from "../hook-files.ts";
import { alternatives, escaped, isBalanced, LITERAL, literalIn, NOTHING, readingAs } from "../matcher-patterns.ts";
import { events, hookTime, SETTINGS, USER_SETTINGS } from "./payload.ts";

const BETWEEN = "[-/]";
const ANY_MCP = `[^-/]+${BETWEEN}.+`;
const SERVER = new RegExp(String.raw`^(${LITERAL})(?:\[-/\]|-|/)\.[*+]$`);
const TOOL = new RegExp(String.raw`^(${LITERAL})\[-/\](${LITERAL})$`);
const ONE_DASH = /^([^-/]+)[-/]([^-/]+)$/;

/** A pattern for the whole name. A server's tool is `<server>-<tool>`, at a permission `<server>/<tool>`: both are written. */
export const wholePattern: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const parts = atoms.map(partOf);
    return parts.includes(undefined) ? undefined : parts.join("|");
  },
  read: (text) => {
    if (text === ".*" || text === ".+") return undefined;
    // Copilot takes neither for "all": they match nothing.
    if (text === "" || text === "*") return [{ kind: "pattern", text: NOTHING }];
    return alternatives(text).map(fromPart);
  },
};

function partOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return readingAs(atom, [escaped(atom.name)], wholePattern.read);
    case "any-mcp":
      return ANY_MCP;
    case "mcp": {
      const part = escaped(atom.server) + BETWEEN + (atom.tool === undefined ? ".+" : escaped(atom.tool));
      return readingAs(atom, [part], wholePattern.read);
    }
    case "pattern": {
      const inner = /^\^\(\?:(.*)\)\$$/s.exec(atom.text)?.[1];
      return readingAs(atom, [...(inner === undefined ? [] : [inner]), NOTHING, `.*(?:${atom.text}).*`], wholePattern.read);
    }
  }
}

function fromPart(part: string): NativeAtom {
  if (part === NOTHING) return { kind: "pattern", text: NOTHING };
  if (part === ANY_MCP) return { kind: "any-mcp" };
  const name = literalIn(/^\^?(.*?)\$?$/s.exec(part)?.[1] ?? part);
  if (name !== undefined) return fromName(name);
  const [, server, tool] = TOOL.exec(part) ?? [];
  if (server !== undefined && tool !== undefined)
    return { kind: "mcp", server: literalIn(server) ?? server, tool: literalIn(tool) ?? tool };
  const whole = SERVER.exec(part)?.[1];
  if (whole !== undefined) return { kind: "mcp", server: literalIn(whole) ?? whole };
  const found = /^\.\*\(\?:(.*)\)\.\*$/s.exec(part)?.[1];
  return { kind: "pattern", text: found !== undefined && isBalanced(found) ? found : `^(?:${part})$` };
}

function fromName(name: string): NativeAtom {
  const [, server, tool] = ONE_DASH.exec(name) ?? [];
  return server === undefined || tool === undefined ? { kind: "tool", name } : { kind: "mcp", server, tool };
}

const BASH_OR_POWERSHELL: EntrySpelling = {
  read: ({ bash, powershell, command, timeout, ...rest }) => {
    const posix = bash ?? command;
    const windows = powershell ?? command;
    const usual = { ...rest, ...(timeout === undefined ? {} : { timeoutSec: rest["timeoutSec"] ?? timeout }) };
    if (posix !== undefined && windows !== undefined)
      return fields(usual, { command: posix, ...(windows === posix ? {} : { powershell: windows }) });
    if (posix !== undefined) return fields(usual, { command: posix, [POSIX_ONLY]: true });
    return windows === undefined ? usual : fields(usual, { command: windows, [WINDOWS_ONLY]: true });
  },
  write: ({ [POSIX_ONLY]: posixOnly, [WINDOWS_ONLY]: windowsOnly, ...entry }) => {
    if (entry["powershell"] !== undefined || posixOnly === true) return renamed(entry, "command", ["bash"]);
    return windowsOnly === true ? renamed(entry, "command", ["powershell"]) : entry;
  },
};

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "settings",
      format: "json",
      paths: { user: ".copilot/hooks/*.json", project: ".github/hooks/*.json" },
      more: { user: [USER_SETTINGS], project: SETTINGS },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.(?:github|copilot)[/\\](?:hooks[/\\][^/\\]+|copilot[/\\]settings(?:\.local)?)\.json$/,
        events,
        ownEvents: ["userPromptSubmitted", "agentStop", "errorOccurred", "permissionRequest"],
        ownKeys: ["bash", "powershell", "timeoutSec"],
      }),
      ...flatEntries({ frame: { version: 1 }, spelling: BASH_OR_POWERSHELL, groups: true }),
      fields: {
        ...sameKeys("command", "cwd", "env", "prompt"),
        // A prompt is one that the session begins with; elsewhere it is left out.
        type: { key: "type", words: { command: "command", prompt: "prompt" }, assumed: "command", onlyAt: { prompt: ["sessionStart"] } },
        platform: { windows: "powershell" },
        timeout: { key: "timeoutSec", unit: "seconds" },
      },
    },
  ],
  matcher: wholePattern,
  filters: [WINDOWS_ONLY],
  projectVariables: ["COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  answersOnly: ["userPromptSubmitted", "agentStop", "subagentStop"],
});
