/** `export`: what is never part of a package. */

import { lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { household } from "../../commands/command-line.ts";
import { skillText } from "../../support/plugin.ts";
import { PLUGIN, richHousehold } from "./rich-plugin.ts";

describe("AP-5 an export never has a secret, a machine path or a file from elsewhere", () => {
  const TOKEN = `ghp_${"a1B2".repeat(9)}`;

  test.each([
    ["a secret in a file of the plugin", { "notes.txt": `token ${TOKEN}\n` }, /notes\.txt:1 has what looks like a GitHub token/],
    ["a secret in a skill", { skills: { s: { "SKILL.md": skillText("s", "", TOKEN) } } }, /skills\/s\/SKILL\.md:5 has what looks like/],
  ])("AP-5 %s is refused, without showing it", async (_what, files, message) => {
    await using home = await richHousehold(files);
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(TOKEN);
  });

  test.each([
    [
      "a program elsewhere on the machine",
      '[[hooks]]\nname = "h"\nevent = "Stop"\nexecutable = "/opt/tool/run"\n',
      /hook h names "\/opt\/tool\/run", which is a path of this machine/,
    ],
    [
      "a file above the plugin",
      '[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "../x.sh"\n',
      /hook h names "\.\.\/x\.sh", which is outside/,
    ],
    ["a repository on the machine", '[[skills]]\nsource.git = "/srv/skills"\n', /in a repository on this machine/],
    ["the address of such a repository", '[[skills]]\nsource.git = "file:///srv/skills"\n', /in a repository on this machine/],
    [
      "a plugin in a repository on the machine",
      '[[plugins]]\nsource.git = "/srv/plugin"\n',
      /plugin \/srv\/plugin is a repository on this/,
    ],
    ["a folder of skills above", '[[skills]]\nsource.path = "../skills"\n', /plugins\/skills/],
    [
      "a secret in an argument, under its name",
      `[[mcp_servers]]\nname = "s"\ncommand = "node"\nargs = ["--token", "ab12cd34ef56gh78"]\n`,
      /an argument looks like a secret/,
    ],
    [
      "a secret in a query",
      `[[mcp_servers]]\nname = "s"\ntype = "http"\nurl = "https://a.example/mcp?v=1&api_key=ab12cd34ef56gh78"\n`,
      /`url` looks like a secret/,
    ],
    [
      "a secret in a hook's argument",
      '[[hooks]]\nname = "h"\nevent = "Stop"\nexecutable = "node"\nargs = ["--api-key=ab12cd34ef56gh78"]\n',
      /plugin\.json:\d+ has what looks like a secret/,
    ],
    [
      "a folder of this machine after a similar one",
      '[[hooks]]\nname = "h"\nevent = "Stop"\nexecutable = "node"\nargs = ["HOME2 HOME/x"]\n',
      /plugin\.json:\d+ names a folder of this machine/,
    ],
    ["a condition about the machine", 'predicates = ["path_exists(HOME/x)"]\n', /plugin\.json:\d+ names a folder of this machine/],
  ])("AP-5 %s refuses the export", async (_what, text, message) => {
    await using home = await household();
    mkdirSync(home.at("home/.symposium/plugins/p"), { recursive: true });
    mkdirSync(home.at("home/.symposium/plugins/skills/a"), { recursive: true });
    home.write("home/.symposium/plugins/skills/a/notes.md", "\n");
    const here = text.replaceAll("HOME", home.home);
    const [top, ...items] = text.startsWith("predicates") ? [here] : ["", here];
    home.write("home/.symposium/plugins/p/SYMPOSIUM.toml", `name = "p"\ncrates = ["*"]\n${top}${items.join("")}`);
    const { stderr, exitCode } = await home.run(["export", "p", "--to", "out"]);
    expect(stderr).toMatch(message);
    expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
  });

  test.skipIf(process.platform === "win32").each(["scripts/out.sh", "skills/reset/out.md", "later/two/out.md", "bin/docs"])(
    "AP-5 a link out of the plugin at %s refuses the export",
    async (path) => {
      await using home = await richHousehold();
      home.write("secret.txt", "mine\n");
      rmSync(home.at(PLUGIN, path), { force: true });
      symlinkSync(home.at("secret.txt"), home.at(PLUGIN, path));
      const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
      expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
      expect(stderr).toContain("widget cannot be exported");
    },
  );

  test.skipIf(process.platform === "win32")("AP-5 a link inside the plugin becomes what it leads to", async () => {
    await using home = await richHousehold();
    symlinkSync("check.sh", home.at(PLUGIN, "scripts/same.sh"));
    await home.run(["export", "widget", "--to", "out"]);
    expect(lstatSync(home.at("project/out/dev.symposium/scripts/same.sh")).isFile()).toBe(true);
    expect(home.read("project/out/dev.symposium/scripts/same.sh")).toBe("#!/bin/sh\nexit 0\n");
  });

  test("AP-5 files for secrets are left out, and a folder of this machine in a file is told", async () => {
    await using home = await richHousehold({ ".env": "A=1\n", scripts: { "check.sh": "\n", "greet.sh": "\n" } });
    home.write(`${PLUGIN}/scripts/mine.sh`, `cat ${home.home}/notes\n`);
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, env: home.has("project/out/dev.symposium/.env") }).toEqual({ exitCode: 0, env: false });
    expect(stderr).toContain("dev.symposium/.env: is left out: such files contain secrets");
    expect(stderr).toContain("dev.symposium/scripts/mine.sh:1: names a folder of this machine");
  });

  test.skipIf(process.platform === "win32")(
    "AP-5 a script of a repository's own plugin that leads out of it refuses the export",
    async () => {
      const hook = '[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "check.sh"\n';
      await using home = await household({ project: { "SYMPOSIUM.toml": hook }, home: { "private.txt": "mine\n" } });
      symlinkSync(home.at("home/private.txt"), home.at("project/check.sh"));
      const { stderr, exitCode } = await home.run(["export", ".", "--to", "../out"]);
      expect({ exitCode, written: home.has("out") }).toEqual({ exitCode: 1, written: false });
      expect(stderr).toContain('hook h names "check.sh", which is outside of the plugin\'s folder');
    },
  );

  test.each([
    ["install commands", '[[installations]]\nname = "x"\nexecutable = "x"\ninstall_commands = ["make"]\n'],
    ["a server in its folder", '[[mcp_servers]]\nname = "x"\ncommand = "x-server"\ncwd = "."\n'],
  ])("AP-5 a repository's own plugin with %s is refused: it would take all of the repository along", async (_what, text) => {
    await using home = await household({ project: { "SYMPOSIUM.toml": text, "private.c": "\n" } });
    const { stderr, exitCode } = await home.run(["export", ".", "--to", "../out"]);
    expect({ exitCode, written: home.has("out") }).toEqual({ exitCode: 1, written: false });
    expect(stderr).toContain("it has install commands or a server that use the whole folder, which has other files too");
  });

  test("AP-5 a plugin with mistakes is not exported", async () => {
    await using home = await richHousehold();
    home.write(`${PLUGIN}/SYMPOSIUM.toml`, 'name = "widget"\ncrates = ["*"]\n[[hooks]]\nname = "x"\nevent = "Nope"\nscript = "x.sh"\n');
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
    expect(stderr).toMatch(/has mistakes, so it is not exported\n.*SYMPOSIUM\.toml:\d+:\d+: hook `x`: .*Nope/);
  });
});
