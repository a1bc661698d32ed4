import { opencode } from "../../../recipes/opencode.ts";
import { address, COMMAND, launchArgs, type ProbedFile, QUERY, SYNTAXES } from "../question.ts";
import { serverQuestions } from "../questions.ts";

const servers = (mark: string, place: string): ProbedFile["servers"] => ({
  [`${mark}s`]: { what: `${place}: \`type: "local"\``, entry: { type: "local", command: [COMMAND, ...launchArgs(`${mark}s`)] } },
  [`${mark}h`]: {
    what: `${place}: \`type: "remote"\` (http)`,
    entry: { type: "remote", url: address("http", `${mark}h`), headers: SYNTAXES },
  },
  [`${mark}e`]: {
    what: `${place}: \`type: "remote"\` (sse)`,
    entry: { type: "remote", url: address("sse", `${mark}e`), headers: SYNTAXES },
  },
  [`${mark}q`]: { what: `${place}: references in the address`, entry: { type: "remote", url: address("http", `${mark}q`, QUERY) } },
});

const USER = { path: "~/.config/opencode/opencode.json", table: ["mcp"] };
const PROJECT = { path: "opencode.json", table: ["mcp"] };

export const opencodeServers = serverQuestions({
  recipe: opencode,
  files: [
    { ...USER, servers: servers("u", "user") },
    { ...PROJECT, servers: servers("p", "`opencode.json`") },
    { path: ".opencode/opencode.json", table: ["mcp"], servers: servers("o", "`.opencode/opencode.json`") },
  ],
  process: (name) => ({ type: "local", command: [COMMAND, ...launchArgs(name)] }),
  edited: [USER, PROJECT],
  moves: [{ variable: "XDG_CONFIG_HOME", path: "/moved/opencode/opencode.json", table: ["mcp"] }],
});
