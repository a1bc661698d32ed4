import { describe, expect, test } from "vitest";

import { serversMeant, serverWord } from "../../src/plugins/server-word.ts";

describe("MC-11 the word for a server", () => {
  test.each([
    ["pg", "pg/db"],
    ["@scope/pg", "@scope/pg/db"],
    ["my plugin", "my~20plugin/db"],
    ["$(rm -rf ~)", "~24~28rm~20-rf~20~7E~29/db"],
    ["${HOME}%PATH%", "~24~7BHOME~7D~25PATH~25/db"],
    ["naïve", "na~C3~AFve/db"],
    ["😀", "~F0~9F~98~80/db"],
  ])("%s is written without anything that an agent or a shell expands", (plugin, word) => {
    const server = { plugin, source: "user", name: "db" };
    expect(serverWord(server)).toBe(word);
    expect(serversMeant(word, [{ ...server, plugin: "other" }, server])).toEqual([server]);
    expect(serversMeant(`${plugin}/db`, [server])).toEqual([server]);
  });

  test("where two sources have the plugin, a source's name in front says which", () => {
    const servers = ["one", "two"].map((source) => ({ plugin: "p", source, name: "db" }));
    expect(serversMeant("two/p/db", servers)).toEqual([servers[1]]);
    expect(serversMeant("p/db", servers)).toEqual(servers);
    expect(serversMeant("db", servers)).toEqual([]);
  });
});
