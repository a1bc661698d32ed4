/** `export`: what a plugin becomes, and what other clients do not get. */

import { chmodSync, lstatSync, readdirSync, statSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { household } from "../../commands/command-line.ts";
import { packageText } from "../../support/agent-plugin.ts";
import { skillText } from "../../support/plugin.ts";
import { filesIn, jsonIn, PLUGIN, richHousehold } from "./rich-plugin.ts";

describe("AP-5 a plugin becomes an Agent Plugin", () => {
  test("AP-5 skills as they are, servers as far as mcp.json can say it, the rest for Symposium", async () => {
    await using home = await richHousehold();
    const { stdout, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "created widget in <project>/out: 1 skill, 3 servers\n", exitCode: 0 });
    expect(filesIn(home, "project/out")).toEqual([
      "README.md",
      "dev.symposium/.exported.json",
      "dev.symposium/bin/docs",
      "dev.symposium/later/two/SKILL.md",
      "dev.symposium/scripts/check.sh",
      "dev.symposium/scripts/greet.sh",
      "dev.symposium/scripts/library.sh",
      "mcp.json",
      "plugin.json",
      "skills/widget-reset/SKILL.md",
      "skills/widget-reset/references/more.md",
    ]);
    expect(home.read("project/out/skills/widget-reset/SKILL.md")).toBe(home.read(`${PLUGIN}/skills/reset/SKILL.md`));
    expect(jsonIn(home, "project/out/mcp.json")).toEqual({
      $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json",
      mcpServers: {
        docs: { type: "stdio", command: "./dev.symposium/bin/docs", args: ["--stdio"], cwd: "./dev.symposium" },
        near: { type: "stdio", command: "near-server" },
        remote: { type: "streamable-http", url: "https://mcp.example.com/widget", headers: { "X-Team": "docs" } },
      },
    });
    expect(jsonIn(home, "project/out/plugin.json")).toEqual({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "widget",
      extensions: {
        "dev.symposium": {
          "depends-on": ["widget>=1.2"],
          predicates: ["not(env(WIDGET_OFF))"],
          installations: [
            { name: "checker", script: "dev.symposium/scripts/check.sh", args: ["--strict"] },
            { name: "rtk", source: "cargo", crate: "rtk" },
          ],
          hooks: [
            { name: "guard", event: "PreToolUse", matcher: "Bash", command: "checker", "on-failure": "closed" },
            { name: "inline", event: "SessionStart", command: { script: "dev.symposium/scripts/greet.sh" }, requirements: ["rtk"] },
          ],
          skills: [
            { source: { path: "dev.symposium/later" }, "depends-on": ["widget>=2"] },
            { source: { git: "https://github.com/example/widget-skills" } },
          ],
          mcp_servers: [
            { name: "near", command: "near-server" },
            { name: "token", command: "token-server", env: { TOKEN: "${MY_TOKEN}" } },
            { name: "gated", command: "gated-server", crates: ["widget>=2"] },
          ],
          subcommands: { "widget-report": { description: "Prints a report", command: "checker" } },
        },
      },
    });
  });

  test("AP-5 each loss is data, with a sentence", async () => {
    await using home = await richHousehold();
    const { stdout, stderr } = await home.run(["export", "widget", "--to", "out", "--json"]);
    const { answer } = JSON.parse(stdout) as { answer: { packages: { losses: { code: string; item: string; severity: string }[] }[] } };
    expect(answer.packages[0]?.losses.map(({ code, item, severity }) => `${severity} ${code}: ${item}`)).toEqual([
      "warning condition-unread: plugin widget",
      "warning hook-unread: hook guard",
      "warning hook-unread: hook inline",
      "warning subcommand-unread: subcommand widget-report",
      "warning skills-conditional: skills",
      "warning skills-elsewhere: skills",
      "warning server-folder: server near",
      "warning server-reference: server token",
      "warning server-conditional: server gated",
    ]);
    expect(stderr).toBe("");
    const people = await home.run(["export", "widget", "--to", "other"]);
    expect(people.stderr).toContain("warning: hook guard: only Symposium runs it: Agent Plugins have no hooks\n");
  });

  test.each([
    ["an address with a space", 'url = "https://a.example/ x"\n', '"https://a.example/ x" is not a valid absolute URL'],
    ["a value that no header may have", 'url = "https://a.example/"\nheaders = { X-A = "€" }\n', "the value of the header X-A has"],
  ])("AP-5 a server with %s is for Symposium alone, and the package conforms", async (_what, entry, why) => {
    await using home = await household();
    const head = 'name = "p"\ncrates = ["*"]\n[[mcp_servers]]\nname = "odd"\ntype = "http"\n';
    home.write("home/.symposium/plugins/p/SYMPOSIUM.toml", head + entry);
    const { stderr, exitCode } = await home.run(["export", "p", "--to", "out"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`warning: server odd: only Symposium offers it: its entry is not valid in an Agent Plugin (${why}`);
    expect(home.has("project/out/mcp.json")).toBe(false);
    expect(jsonIn(home, "project/out/plugin.json")).toMatchObject({ extensions: { "dev.symposium": { mcp_servers: [{ name: "odd" }] } } });
    expect(await home.run(["plugin", "validate", "out", "--no-check-crates"])).toMatchObject({ exitCode: 0 });
  });

  test("AP-5 of an Agent Plugin, what its skills share in a folder beside them goes along", async () => {
    const shared = { review: { "SKILL.md": skillText("review") }, shared: { "style.md": "x\n" }, "README.md": "x\n" };
    await using home = await household({ project: { p: { "plugin.json": packageText(), skills: shared } } });
    expect(await home.run(["export", "./p", "--to", "out"])).toMatchObject({ exitCode: 0 });
    expect(filesIn(home, "project/out")).toEqual([
      "dev.symposium/.exported.json",
      "plugin.json",
      "skills/README.md",
      "skills/review/SKILL.md",
      "skills/shared/style.md",
    ]);
  });

  test.skipIf(process.platform === "win32")("AP-5 executable bits stay", async () => {
    await using home = await richHousehold();
    await home.run(["export", "widget", "--to", "out"]);
    const isExecutable = (path: string) => (lstatSync(home.at("project/out", path)).mode & 0o111) !== 0;
    expect([isExecutable("dev.symposium/bin/docs"), isExecutable("dev.symposium/scripts/check.sh")]).toEqual([true, false]);
  });

  test("AP-5 a skill whose name is not valid or is taken gets another, in its frontmatter too", async () => {
    const skills = {
      a: { "SKILL.md": skillText("same") },
      b: { "SKILL.md": skillText("same") },
      c: { "SKILL.md": skillText("Not_Valid") },
    };
    await using home = await richHousehold({ skills });
    const { stderr } = await home.run(["export", "widget", "--to", "out"]);
    const names = readdirSync(home.at("project/out/skills")).sort();
    expect(names).toEqual([
      expect.stringMatching(/^not-valid-[0-9a-f]{8}$/),
      expect.stringMatching(/^same-/),
      expect.stringMatching(/^same-/),
    ]);
    for (const name of names) expect(home.read(`project/out/skills/${name}/SKILL.md`)).toContain(`name: ${name}\n`);
    expect(stderr.match(/so it has another/g)).toHaveLength(3);
  });

  test("AP-5 a skill that is not valid is left out, and the export fails after everything else is done", async () => {
    await using home = await richHousehold({
      skills: { bad: { "SKILL.md": "no frontmatter\n" }, good: { "SKILL.md": skillText("good") } },
    });
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, names: readdirSync(home.at("project/out/skills")) }).toEqual({ exitCode: 1, names: ["good"] });
    expect(stderr).toContain("skills/bad: is left out: it is not a valid skill");
  });

  test("AP-5 a name that the format does not allow becomes the nearest one that it does", async () => {
    await using home = await household({ project: { odd: { "SYMPOSIUM.toml": 'name = "My Plugin: 2!"\ncrates = ["*"]\n' } } });
    const { stderr } = await home.run(["export", "./odd", "--to", "out"]);
    expect(jsonIn(home, "project/out/plugin.json")["name"]).toBe("my-plugin-2");
    expect(stderr).toContain("plugin My Plugin: 2!: its name is not valid for an Agent Plugin, so it has another (my-plugin-2)");
  });

  test("AP-5 a hook manifest alone, and a skill alone, can be exported", async () => {
    const handler = { type: "command", command: "./check.sh" };
    const hooks = { spec: "hooks/1.0", hooks: [{ name: "check", event: "before_tool_execute", blocking: true, handler }] };
    await using home = await household({
      project: {
        lone: { "hooks.json": JSON.stringify(hooks), "check.sh": "exit 2\n" },
        "lone-skill": { "SKILL.md": skillText("lone-skill", "crates: widget") },
      },
    });
    expect(await home.run(["export", "./lone", "--to", "out"])).toMatchObject({ exitCode: 0 });
    expect(jsonIn(home, "project/out/plugin.json")).toMatchObject({
      name: "lone",
      extensions: { "dev.symposium": { "depends-on": ["*"], hooks: "dev.symposium/hooks.json" } },
    });
    expect(filesIn(home, "project/out").slice(1)).toEqual(["dev.symposium/check.sh", "dev.symposium/hooks.json", "plugin.json"]);
    const skill = await home.run(["export", "./lone-skill", "--to", "skill"]);
    expect(skill.exitCode).toBe(0);
    expect(skill.stderr).toContain("skill lone-skill: other clients offer it in every project: they do not read its condition");
    expect(filesIn(home, "project/skill")).toEqual(["dev.symposium/.exported.json", "plugin.json", "skills/lone-skill/SKILL.md"]);
  });

  test.each(["https://ann@mcp.example.com/", "https://mcp.example.com/#a", "http://mcp.example.com/", "http://a.localhost/"])(
    "AP-5 a server at %s is for Symposium alone: the format does not allow it",
    async (url) => {
      const server = `[[mcp_servers]]\nname = "remote"\ntype = "http"\nurl = "${url}"\n`;
      await using home = await household({ project: { p: { "SYMPOSIUM.toml": `name = "p"\ncrates = ["*"]\n${server}` } } });
      const { stderr, exitCode } = await home.run(["export", "./p", "--to", "out"]);
      expect({ exitCode, files: filesIn(home, "project/out") }).toEqual({
        exitCode: 0,
        files: ["dev.symposium/.exported.json", "plugin.json"],
      });
      expect(stderr).toContain("server remote: only Symposium offers it: an Agent Plugin's address is https, or this machine");
    },
  );

  test("AP-5 of a repository's own plugin, only the files that it names go along", async () => {
    const manifest = 'files = ["lib/**"]\n[[hooks]]\nname = "check"\nevent = "PreToolUse"\nscript = "scripts/check.sh"\n';
    await using home = await household({
      project: {
        "SYMPOSIUM.toml": manifest,
        scripts: { "check.sh": "exit 0\n", "release.sh": "\n" },
        lib: { "a.sh": "\n" },
        src: { "main.c": "\n" },
      },
    });
    chmodSync(home.at("project/scripts/check.sh"), 0o755);
    const { stderr, exitCode } = await home.run(["export", ".", "--to", "../out"]);
    const isExecutable = (path: string) => (statSync(home.at("out/dev.symposium", path)).mode & 0o100) !== 0;
    expect([isExecutable("scripts/check.sh"), isExecutable("lib/a.sh")]).toEqual([process.platform !== "win32", false]);
    expect({ exitCode, files: filesIn(home, "out") }).toEqual({
      exitCode: 0,
      files: ["dev.symposium/.exported.json", "dev.symposium/lib/a.sh", "dev.symposium/scripts/check.sh", "plugin.json"],
    });
    expect(stderr).toContain("has only the files that its commands and `files` name");
  });

  test("AP-5 of a package: it applies where the package is, in addition to its own condition", async () => {
    const locked = { version: "1.2.0", resolved: "https://registry.npmjs.org/widget/-/widget-1.2.0.tgz", integrity: "sha512-x" };
    const app = { name: "app", version: "1.0.0", dependencies: { widget: "^1.0.0" } };
    await using home = await household({
      project: {
        "package.json": JSON.stringify(app),
        "package-lock.json": JSON.stringify({ ...app, lockfileVersion: 3, packages: { "": app, "node_modules/widget": locked } }),
        node_modules: {
          widget: {
            "package.json": JSON.stringify({ name: "widget", version: "1.2.0" }),
            "SYMPOSIUM.toml": 'depends-on = ["npm:react"]\n[[hooks]]\nname = "h"\nevent = "Stop"\nscript = "h.sh"\n',
            "h.sh": "exit 0\n",
            src: { "index.js": "\n" },
            skills: { a: { "SKILL.md": skillText("a") } },
          },
        },
      },
    });
    expect(await home.run(["export", "npm:widget", "--to", "out"])).toMatchObject({ exitCode: 0 });
    expect(filesIn(home, "project/out").slice(1)).toEqual(["dev.symposium/h.sh", "plugin.json", "skills/a/SKILL.md"]);
    expect(jsonIn(home, "project/out/plugin.json")).toMatchObject({
      version: "1.2.0",
      extensions: { "dev.symposium": { "depends-on": ["npm:widget"], predicates: ["any(depends-on(npm:react))"] } },
    });
  });
});
