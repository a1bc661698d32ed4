/** What `export` looks for in the files of a package. */

import { describe, expect, test } from "vitest";

import { hiddenContent } from "../../../src/interchange/export/hidden-content.ts";

const RANDOM = "Zx81kQ92mW73rT64";

function found(path: string, text: string, folders: readonly string[] = ["/home/ann", "/srv/plugin"]) {
  const { refusals, losses } = hiddenContent([{ path, bytes: Buffer.from(text), isExecutable: false }], folders);
  return { refusals, losses: losses.map(({ code, item }) => `${code} ${item}`) };
}

const NOTHING = { refusals: [], losses: [] };

describe("AP-5 a secret", () => {
  test.each(["plugin.json", "mcp.json"])("AP-5 is known by the name of a member of %s", (path) => {
    const refusals = [`${path}:2 has what looks like a secret`];
    expect(found(path, JSON.stringify({ api_key: RANDOM }, null, 2))).toEqual({ refusals, losses: [] });
    expect(found(path, JSON.stringify({ api_key: RANDOM, name: "x" }, null, 2))).toEqual({ refusals, losses: [] });
    expect(found(path, JSON.stringify({ digest: RANDOM }, null, 2))).toEqual(NOTHING);
  });

  const argsOf = (command: string) => [...command.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([all, one, other]) => one ?? other ?? all);
  const inHook = (command: string) => found("plugin.json", JSON.stringify({ hooks: [{ command }] }, null, 2)).refusals.length > 0;
  const inArgs = (args: readonly string[]) => found("mcp.json", JSON.stringify({ servers: { s: { args } } }, null, 2)).refusals.length > 0;

  test.each([
    "x --password=hunter2",
    "x --password hunter2",
    "x --password 123456",
    "PGPASSWORD=hunter2 psql",
    "x --db-password 'hunter 2'",
    "x -token=abc",
    "API_KEY=abc x",
    "MYSQL_PWD=abc x",
    "env PASSWORD=abc x",
    "curl 'https://a.example/?token=abc'",
    "curl https://ann:hunter2@a.example/x",
    'curl -H "Authorization: Bearer abcdef"',
    "curl -H 'X-Api-Key: abcdef'",
    "curl -u ann:hunter2 https://a.example",
    "curl --user=ann:hunter2 https://a.example",
  ])("AP-5 is known by its name in a command, whatever it looks like: %s", (command) => {
    expect(inHook(command)).toBe(true);
    expect(inArgs(argsOf(command))).toBe(true);
  });

  test.each([
    "x --password=$PASSWORD",
    'x --password "${PASSWORD}"',
    "x --password %PASSWORD%",
    "x --token=<token>",
    "x --token-file=/run/token",
    "x --password-file secrets.txt",
    "x --token --verbose",
    "x --max-token 4096",
    "x --password=/run/secrets/db",
    "x -p 8080",
    "x --key name",
    "docker run -u 1000:1000 x",
    'curl -H "Authorization: Bearer $TOKEN"',
    "curl -H 'Authorization: Bearer ${TOKEN}'",
    "curl https://ann:$PASSWORD@a.example",
    "psql postgres://ann:ann@localhost/x",
  ])("AP-5 is not a reference, a file or a number: %s", (command) => {
    expect(inHook(command)).toBe(false);
    expect(inArgs(argsOf(command))).toBe(false);
  });

  test("AP-5 is known by the variable or header that has it, and not in prose", () => {
    const lines = (value: object) => found("mcp.json", JSON.stringify(value, null, 2)).refusals.length;
    expect(lines({ env: { DB_PASSWORD: "hunter2" }, headers: { Authorization: "Basic abc" } })).toBe(2);
    expect(lines({ env: { DB_PASSWORD: "${DB_PASSWORD}" }, headers: { Authorization: "Basic ${X}" } })).toBe(0);
    expect(lines({ description: "Use --token to pass a token: see the docs" })).toBe(0);
  });

  test("AP-5 of a known form is found in every file of text, and nothing in others", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(found("a/b.sh", `# one\nexport T=${token}\n`).refusals).toEqual(["a/b.sh:2 has what looks like a GitHub token"]);
    expect(found("a/b.sh", `"api_key": "${RANDOM}"\n`)).toEqual(NOTHING);
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(token)]);
    expect(hiddenContent([{ path: "a.bin", bytes, isExecutable: false }], ["/home/ann"])).toEqual(NOTHING);
  });
});

describe("AP-5 a folder of this machine", () => {
  test.each(["/home/ann", "in /home/ann/x", "/home/ann:/usr", '"/home/ann"', "/home/anna and /home/ann/x", "/srv/plugin/a"])(
    "AP-5 %s is refused in what Symposium writes, and told elsewhere",
    (text) => {
      expect(found("plugin.json", `{\n${text}`)).toEqual({ refusals: ["plugin.json:2 names a folder of this machine"], losses: [] });
      expect(found("dev.symposium/a.sh", text)).toEqual({ refusals: [], losses: ["file-of-machine dev.symposium/a.sh:1"] });
    },
  );

  test.each(["/home/anna", "/home/ann-2/x", "/home/ann.old", "/home/an/n", ""])("AP-5 %s is another", (text) => {
    expect(found("plugin.json", text)).toEqual(NOTHING);
  });

  test("AP-5 a home such as / is in every path, and says nothing", () => {
    expect(found("plugin.json", "/usr/bin", ["/", ""])).toEqual(NOTHING);
  });
});
