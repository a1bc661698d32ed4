/** What `export` looks for in the files of a package. */

import { describe, expect, test } from "vitest";

import { hiddenContent } from "../../../src/app/export/hidden-content.ts";

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
