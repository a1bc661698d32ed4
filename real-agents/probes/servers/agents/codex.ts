import { codex } from "../../../recipes/codex.ts";
import { address, COMMAND, launchArgs, type ProbedFile, QUERY, SYNTAXES } from "../question.ts";
import { plainProcess, serverQuestions } from "../questions.ts";

const servers = (mark: string, place: string): ProbedFile["servers"] => ({
  [`${mark}s`]: { what: `${place}: stdio`, entry: { command: COMMAND, args: launchArgs(`${mark}s`) } },
  [`${mark}h`]: { what: `${place}: \`url\`, \`http_headers\``, entry: { url: address("http", `${mark}h`), http_headers: SYNTAXES } },
  [`${mark}r`]: {
    what: `${place}: \`env_http_headers\``,
    entry: {
      url: address("http", `${mark}r`),
      http_headers: { "y-plain": "a" },
      env_http_headers: { "y-ref": "PROBE_TOKEN", "y-unset": "NOT_SET" },
    },
  },
  [`${mark}b`]: {
    what: `${place}: \`bearer_token_env_var\``,
    entry: { url: address("http", `${mark}b`), bearer_token_env_var: "PROBE_TOKEN" },
  },
  [`${mark}e`]: { what: `${place}: \`url\` of an sse server`, entry: { url: address("sse", `${mark}e`) } },
  [`${mark}q`]: { what: `${place}: references in the address`, entry: { url: address("http", `${mark}q`, QUERY) } },
});

const USER = { path: "~/.codex/config.toml", table: ["mcp_servers"] };
const PROJECT = { path: ".codex/config.toml", table: ["mcp_servers"] };

export const codexServers = serverQuestions({
  recipe: codex,
  files: [
    { ...USER, servers: servers("u", "user") },
    { ...PROJECT, servers: servers("p", "project") },
  ],
  process: plainProcess,
  edited: [USER, PROJECT],
  moves: [{ variable: "CODEX_HOME", path: "/moved/config.toml", table: ["mcp_servers"] }],
});
