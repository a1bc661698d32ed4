import { lstatSync } from "node:fs";

import { HTTP_PORT, HTTP_TOOL } from "../mcp-http.ts";
import { MCP_CALLS, read } from "../sandbox.ts";
import { everythingIn } from "../snapshot.ts";
import { called, callsTool, launched, noting, offered, OWN, served, SERVER, TOOL, withServer } from "./served.ts";
import { SERVER_KEYS } from "./plugin.ts";
import { ended, initFor, type Claim, type Scenario, type Seen } from "./scenario.ts";

const TOKEN = "token-that-stays-in-the-environment";

const HTTP = { server: SERVER, tool: HTTP_TOOL };

/** A plugin's server without a gate is registered where hooks are, for every project. */
export const serverTransports: readonly Scenario[] = [
  served({
    name: "server-stdio",
    ability: "a plugin's stdio server",
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    steps: (recipe) => callsTool(recipe, OWN),
    judge: (seen) => [ended(seen), launched(seen), offered(seen, 1), ...called(seen)],
  }),
  served({
    name: "server-stdio-secret",
    ability: "a plugin's stdio server, with a secret by reference",
    forms: ["native"],
    plugins: () => [withServer({ servers: [{ name: SERVER, tools: [TOOL], env: { SERVER_KEY: "${HARBOUR_TOKEN}" } }] })],
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    by: () => ({ env: { HARBOUR_TOKEN: TOKEN } }),
    steps: (recipe) => callsTool(recipe, OWN),
    judge: (seen) => [
      ended(seen),
      launched(seen),
      offered(seen, 1),
      ...called(seen),
      ["the server had the variable's value", seen.left(SERVER_KEYS).split("\n").at(-1) === TOKEN],
      tokenNowhere(seen),
    ],
  }),
  served({
    name: "server-http",
    ability: "a plugin's http server, with a secret by reference",
    forms: ["native"],
    httpServer: true,
    plugins: () => [
      withServer({
        servers: [{ name: SERVER, url: `http://127.0.0.1:${HTTP_PORT}/mcp`, headers: { Authorization: "Bearer ${HARBOUR_TOKEN}" } }],
        hooks: [noting(SERVER, HTTP_TOOL)],
      }),
    ],
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    by: () => ({ env: { HARBOUR_TOKEN: TOKEN } }),
    steps: (recipe) => callsTool(recipe, HTTP),
    judge: (seen) => [
      ended(seen),
      offered(seen, 1, HTTP_TOOL),
      ...called(seen, 1, HTTP_TOOL),
      ["the header had the variable's value", seen.left(MCP_CALLS) === `${HTTP_TOOL} Bearer ${TOKEN}`],
      tokenNowhere(seen),
    ],
  }),
];

function tokenNowhere({ run }: Seen): Claim {
  const files = [run.home, run.project].flatMap(everythingIn).filter((path) => lstatSync(path).isFile() && read(path).includes(TOKEN));
  return [`no file has the secret (${files.join(", ")})`, files.length === 0];
}
