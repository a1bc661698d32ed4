/** Where a server that is reached is, and which headers it gets. */

import { describe, expect, test } from "vitest";

import { remoteAddress } from "../../../src/plugins/mcp-servers/open-server.ts";
import { indexedRemote } from "./indexed.ts";

const URL_WITH_NAME = "https://docs.test/${TEAM}/mcp";
const HEADERS = [{ name: "Authorization", value: "Bearer ${DOCS_TOKEN}" }];

function reached(given: Parameters<typeof indexedRemote>[0], env: Record<string, string>) {
  const address = remoteAddress(indexedRemote(given), { env });
  return "problem" in address ? address : { url: address.url.href, headers: address.headers };
}

describe("a reference in the address or a header", () => {
  const server = { url: URL_WITH_NAME, headers: HEADERS };

  test("MC-12 is replaced by the variable, which may be empty", () => {
    expect(reached(server, { TEAM: "a", DOCS_TOKEN: "secret" })).toEqual({
      url: "https://docs.test/a/mcp",
      headers: { Authorization: "Bearer secret" },
    });
    expect(reached(server, { TEAM: "a", DOCS_TOKEN: "" })).toMatchObject({ headers: { Authorization: "Bearer " } });
  });

  test.each([
    ["TEAM", { DOCS_TOKEN: "secret" }],
    ["DOCS_TOKEN", { TEAM: "a" }],
  ])("MC-12 nothing is sent where %s is not set", (unset, env) => {
    expect(reached(server, env)).toEqual({
      problem: `it refers to \${${unset}}, and ${unset} is not set`,
      hint: `set ${unset} in the environment of the agent and restart it`,
    });
  });

  test("AP-2 of an Agent Plugin is a literal, so no variable of the user leaves the machine", () => {
    const packaged = { headers: HEADERS, packageRoot: "/plugins/tools" };
    for (const env of [{ DOCS_TOKEN: "secret" }, {}] as Record<string, string>[])
      expect(reached(packaged, env)).toEqual({ url: "https://docs.test/servers/mcp", headers: { Authorization: "Bearer ${DOCS_TOKEN}" } });
  });
});
