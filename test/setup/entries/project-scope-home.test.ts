import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { AGENTS } from "../../../src/agents/list.ts";
import { skillText } from "../../support/plugin.ts";
import { cargoHouse } from "../cargo-house.ts";

const SERVER = '[[mcp_servers]]\nname = "tides"\ncommand = "tide-server"\n';
const PLUGINS = {
  gated: {
    "SYMPOSIUM.toml": `name = "gated"\ncrates = ["serde"]\n${SERVER}[[skills]]\nsource.path = "s"\n`,
    s: { guide: { "SKILL.md": skillText("guide") } },
  },
  everywhere: { "SYMPOSIUM.toml": `name = "everywhere"\ncrates = ["*"]\n${SERVER.replace("tides", "moon")}` },
};

describe.each(AGENTS.map(({ name }) => name))("MC-4 MC-7 %s in the project's scope", (agent) => {
  /** Each path, and the text of each file. */
  const outside = ({ home }: { readonly home: string }) =>
    readdirSync(home, { recursive: true, encoding: "utf8" })
      .filter(isForeign)
      .map((path) => [path, lstatSync(join(home, path)).isFile() ? readFileSync(join(home, path), "utf8") : ""]);
  const isForeign = (path: string) => path !== ".symposium" && !path.startsWith(".symposium/");

  test.each([["--no-mcp-project-files"], ["--mcp-project-files"]])(
    "nothing comes into the home but our directory, with %s",
    async (answer) => {
      await using there = await cargoHouse({ agents: [], plugins: PLUGINS });
      const mine = AGENTS.flatMap(({ servers: { user } }) => (user === undefined ? [] : [user.path]));
      for (const path of mine) there.write(`home/${path}`, path.endsWith(".json") ? '{ "mine": 1 }\n' : "# mine\n");
      const before = outside(there);
      const init = await there.run(["init", "--add-agent", agent, "--hook-scope", "project"]);
      expect(init).toMatchObject({ exitCode: 0 });
      const sync = await there.sync(answer);
      expect(sync).toMatchObject({ exitCode: 0 });
      expect(outside(there)).toEqual(before);
      const file = AGENTS.find(({ name }) => name === agent)?.servers.project;
      if (file !== undefined) expect(there.read(`project/${file.path}`)).toMatch(/"symposium",\s+"--agent"/);
      const status = await there.run(["status"]);
      expect(status.stdout).not.toContain("~/.claude.json");
    },
  );
});
