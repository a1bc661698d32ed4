/** `[[mcp_servers]]` of a manifest: what it may say, and what costs a server. */

import { describe, expect, test } from "vitest";

import { HEAD, read, sound, told } from "./manifest-text.ts";

const server = (text: string) => `${HEAD}[[mcp_servers]]\n${text}\n`;
const PROCESS = 'name = "s"\ncommand = "x"\n';
const REMOTE = 'name = "s"\ntype = "http"\nurl = "https://mcp.example/"\n';
/** Put together here, so that no scanner takes this file for a leak. */
const KEY = `sk-${"x7Kq2mP9vR4tY8wB3nL6"}`;

describe("MC-1 servers in a manifest", () => {
  test.each([
    ["a table", 'env = { A = "1", B = "${C}" }'],
    ["a list", 'env = [{ name = "A", value = "1" }, { name = "B", value = "${C}" }]'],
    ["a table of its own", '[mcp_servers.env]\nA = "1"\nB = "${C}"'],
  ])("env as %s", (_what, text) => {
    const [one] = sound(server(PROCESS + text)).servers;
    expect(one).toMatchObject({
      variables: [
        { name: "A", value: "1" },
        { name: "B", value: "${C}" },
      ],
    });
  });

  test.each([
    ["a table", 'headers = { X-Key = "${K}" }'],
    ["a list", 'headers = [{ name = "X-Key", value = "${K}" }]'],
  ])("headers as %s", (_what, text) => {
    expect(sound(server(REMOTE + text)).servers).toMatchObject([{ transport: "http", headers: [{ name: "X-Key", value: "${K}" }] }]);
  });

  test("a gate of its own, keep-alive, and the folder it starts in", () => {
    const [one] = sound(server(`${PROCESS}crates = ["serde"]\nkeep-alive = true\ncwd = "sub"\n`)).servers;
    expect(one).toMatchObject({ gate: { dependsOn: [{ name: "serde" }] }, keepAlive: true, cwd: "/plugins/p/sub" });
  });

  test("PG-9 the command may be an installation, whose arguments come first", () => {
    const installed = `${HEAD}[[installations]]\nname = "tool"\nexecutable = "bin/tool"\n[[mcp_servers]]\nname = "s"\ncommand = "tool"\nargs = ["--stdio"]\n`;
    expect(sound(installed, ["bin/tool"]).servers).toMatchObject([
      { installation: "tool", command: { kind: "executable", path: "/plugins/p/bin/tool", args: ["--stdio"] } },
    ]);
    expect(sound(server('name = "s"\ncommand = "./tool"\nargs = ["-x"]'), ["tool"]).servers).toMatchObject([
      { command: { path: "/plugins/p/tool", args: ["-x"] } },
    ]);
  });

  test.each(["http://localhost:${PORT}/mcp", "https://${HOST}/mcp", "https://mcp.example/${TEAM}?t=${T}"])(
    "an address may refer: %s",
    (url) => {
      expect(sound(server(`name = "s"\ntype = "sse"\nurl = "${url}"`)).servers).toMatchObject([{ transport: "sse", url }]);
    },
  );
});

describe("MC-10 what costs a server", () => {
  test.each(["a b", "", ".", "..", "-x", "_x", "__proto__", "a/b", "a:b", "$(x)", "${X}", "é", "a\\nb", "a'b", "x".repeat(65)])(
    "the name %j",
    (name) => {
      const text = server(`name = "${name}"\ncommand = "x"`);
      expect(told(text)).toEqual([expect.stringMatching(/^4:1: `name` must be .*, so this server is ignored/)]);
      expect(read(text).plugin?.servers).toEqual([]);
    },
  );

  test.each(["symposium", "Symposium"])("the name of our own server: %s", (name) => {
    expect(told(server(`name = "${name}"\ncommand = "x"`))).toEqual([
      expect.stringContaining("`name` is reserved for Symposium's own server, so this server is ignored"),
    ]);
  });

  test("a name that an earlier server has", () => {
    const text = `${server(PROCESS)}[[mcp_servers]]\n${REMOTE}`;
    expect(told(text)).toEqual([expect.stringMatching(/^8:1: `name` is the name of an earlier server of this plugin, s, so this server/)]);
    expect(read(text).plugin?.servers).toMatchObject([{ transport: "stdio" }]);
  });

  test.each(["ftp://mcp.example/", "file:///etc/passwd", "javascript:alert(1)", "mcp.example", "//mcp.example", "http://", "${URL}"])(
    "the address %s",
    (url) => {
      expect(told(server(`name = "s"\ntype = "http"\nurl = "${url}"`))).toEqual([expect.stringContaining("`url` is not a valid address")]);
    },
  );

  test.each([
    [PROCESS, 'env = { "A=B" = "1" }', "`A=B` is not a valid name of a variable: use letters, digits and _"],
    [PROCESS, 'env = { "" = "1" }', "`` is not a valid name of a variable"],
    [PROCESS, 'env = { A = "x\\u0000y" }', "the variable A has a line break or a NUL"],
    [PROCESS, 'env = { A = "${B:-x}" }', "the variable A has `${B:-x}`, which is not a reference: write ${NAME}"],
    [PROCESS, 'env = { A = "${B" }', "the variable A has `${B`, which is not a reference"],
    [REMOTE, 'headers = { "X Y" = "1" }', "`X Y` is not a valid name of a header: use letters, digits and -"],
    [REMOTE, 'headers = { X = "1\\r\\nY: 2" }', "the header X has a line break or a NUL"],
  ])("%s%s", (start, line, message) => {
    expect(told(server(start + line))).toEqual([expect.stringContaining(message)]);
  });
});

describe("MC-12 secrets in a manifest", () => {
  test.each([
    ["env", `${PROCESS}env = { API_KEY = "${KEY}" }`, "6:9: the variable API_KEY looks like an API key", '"${API_KEY}"'],
    [
      "env as a list",
      `${PROCESS}env = [{ name = "API_KEY", value = "${KEY}" }]`,
      "6:8: the variable API_KEY looks like an API key",
      '"${API_KEY}"',
    ],
    [
      "headers",
      `${REMOTE}headers = { Authorization = "Bearer ${KEY}" }`,
      "7:13: the header Authorization looks like an API key",
      '"${Authorization}"',
    ],
    ["args", `${PROCESS}args = ["--key", "${KEY}"]`, "6:1: an argument looks like an API key", "use `env`: "],
    [
      "url",
      `name = "s"\ntype = "http"\nurl = "https://u:s3cretpass@mcp.example/"`,
      "6:1: `url` looks like an address with a password",
      '"${MY_TOKEN}"',
    ],
  ])("a literal in %s costs the server, and is not shown", (_where, text, message, hint) => {
    const { plugin, problems } = read(server(text));
    expect(plugin?.servers).toEqual([]);
    expect(told(server(text))).toEqual([expect.stringContaining(`${message}, so this server is ignored`)]);
    expect(problems).toMatchObject([{ severity: "error", hint: expect.stringContaining(hint) }]);
    expect(JSON.stringify(problems)).not.toContain(KEY);
  });
});
