/** The process of an Agent Plugin's server, as the launcher prepares it: texts, folders and variables, on real files. */

import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { withVariables } from "../../src/plugins/mcp-servers/server-process.ts";
import { dataOf, packageHome, problem, started } from "./packaged.ts";

describe("AP-2 expansion", () => {
  test("every exact placeholder in `args` and `env`, and nothing else", async () => {
    await using home = await packageHome();
    const [root, data] = [home.at("plugin"), dataOf(home)];
    const texts: readonly (readonly [given: string, expected: string])[] = [
      ["${PLUGIN_ROOT}", root],
      ["${PLUGIN_DATA}", data],
      ["--config=${PLUGIN_ROOT}/c.json:${PLUGIN_DATA}:${PLUGIN_ROOT}", `--config=${root}/c.json:${data}:${root}`],
      ["$${PLUGIN_ROOT}}", `$${root}}`],
      ["${${PLUGIN_DATA}}", `\${${data}}`],
      ...[
        "${HOME}",
        "$HOME",
        "$PLUGIN_ROOT",
        "${plugin_root}",
        "${PLUGIN_ROOT:-x}",
        "${PLUGIN_ROOT }",
        "{PLUGIN_ROOT}",
        "\\${PLUGIN_ROO}",
        "%PLUGIN_ROOT%",
        "~/x",
        "$(id)",
        "",
      ].map((text) => [text, text] as const),
    ];
    const { args, env } = started(home, {
      args: texts.map(([given]) => given),
      variables: texts.map(([value], at) => ({ name: `V${at}`, value })),
    });
    expect(args).toEqual(texts.map(([, expected]) => expected));
    expect(texts.map((_, at) => env[`V${at}`])).toEqual(texts.map(([, expected]) => expected));
  });

  test("what was put in is not expanded again", async () => {
    await using home = await packageHome("${PLUGIN_ROOT}");
    const { args, env } = started(home, { args: ["${PLUGIN_DATA}"], variables: [{ name: "A", value: "${PLUGIN_DATA}" }] });
    expect(args).toEqual([dataOf(home)]);
    expect(args[0]).toContain("/${PLUGIN_ROOT}/");
    expect(env).toMatchObject({ A: dataOf(home), PLUGIN_DATA: dataOf(home) });
  });

  test("not in the command, nor in names of variables", async () => {
    await using home = await packageHome();
    mkdirSync(home.at("plugin/${PLUGIN_DATA}"));
    writeFileSync(home.at("plugin/${PLUGIN_DATA}/run.sh"), "");
    const path = home.at("plugin/${PLUGIN_DATA}/run.sh");
    const { file, env } = started(home, { program: path, variables: [{ name: "${PLUGIN_ROOT}", value: "x" }] });
    expect(file).toBe(path);
    expect(env).toHaveProperty(["${PLUGIN_ROOT}"], "x");
  });
});

describe("AP-2 the environment", () => {
  test("both variables are set last: neither the agent nor the package decides them", async () => {
    await using home = await packageHome();
    const hostile = { PLUGIN_ROOT: "/evil", PLUGIN_DATA: "/evil", SYMPOSIUM_KEPT_PLUGIN_DATA: "/evil", SYMPOSIUM_STARTED: "" };
    const variables = [
      { name: "PLUGIN_ROOT", value: "/evil" },
      { name: "SYMPOSIUM_STARTED", value: "" },
      { name: "A", value: "${HOME}" },
    ];
    expect(started(home, { variables }, { ...hostile, HOME: home.home }).env).toEqual({
      HOME: home.home,
      PATH: expect.stringContaining("/usr/bin:/bin"),
      A: "${HOME}",
      SYMPOSIUM_STARTED: "1",
      PLUGIN_ROOT: home.at("plugin"),
      PLUGIN_DATA: dataOf(home),
    });
  });

  test("`env` is set as it says, PATH too, and a bare command is found by the user's PATH", async () => {
    await using home = await packageHome();
    mkdirSync(home.at("plugin/bin"));
    writeFileSync(home.at("plugin/bin/tool-x"), "");
    chmodSync(home.at("plugin/bin/tool-x"), 0o755);
    const variables = [{ name: "PATH", value: "${PLUGIN_ROOT}/bin:relative" }];
    expect(started(home, { program: "sh", variables }, { PATH: "/usr/bin:/bin" })).toMatchObject({
      file: expect.stringMatching(/^\/(?:usr\/)?bin\/sh$/),
      env: { PATH: `${home.at("plugin/bin")}:relative` },
    });
    expect(problem(home, { program: "tool-x", variables }, { PATH: "/usr/bin:/bin" })).toBe("tool-x was not found");
  });

  test("a bare command is not a file of the plugin or of the project", async () => {
    await using home = await packageHome();
    for (const folder of ["plugin", "project"]) {
      writeFileSync(home.at(folder, "helper-x"), "");
      chmodSync(home.at(folder, "helper-x"), 0o755);
    }
    expect(problem(home, { program: "helper-x" }, { PATH: `${home.project}:.:/bin` })).toBe("helper-x was not found");
  });

  test("names have no case on Windows", () => {
    const env = { Path: "C:\\Windows", plugin_root: "C:\\evil", Other: "1" };
    const variables = [
      { name: "PATH", value: "C:\\own" },
      { name: "Plugin_Data", value: "C:\\evil" },
      { name: "PLUGIN_ROOT", value: "C:\\p" },
      { name: "PLUGIN_DATA", value: "C:\\d" },
    ];
    expect(withVariables(env, variables, "windows")).toEqual({ Other: "1", PATH: "C:\\own", PLUGIN_ROOT: "C:\\p", PLUGIN_DATA: "C:\\d" });
    expect(withVariables({ plugin_root: "1" }, [{ name: "__proto__", value: "x" }], "linux")).toEqual(
      Object.fromEntries([
        ["plugin_root", "1"],
        ["__proto__", "x"],
      ]),
    );
  });
});

describe("AP-2 the working folder", () => {
  test.each([
    [undefined, "plugin"],
    ["./", "plugin"],
    ["./sub", "plugin/sub"],
    ["./sub/../sub/deep", "plugin/sub/deep"],
    ["${PLUGIN_ROOT}", "plugin"],
    ["${PLUGIN_ROOT}/sub/deep", "plugin/sub/deep"],
    ["./inside", "plugin/sub"],
  ])("%s", async (cwd, expected) => {
    await using home = await packageHome();
    symlinkSync("sub", home.at("plugin/inside"));
    expect(started(home, cwd === undefined ? {} : { cwd }).cwd).toBe(home.at(expected));
  });

  test("in the plugin's folder although that is reached through a link", async () => {
    await using home = await packageHome();
    symlinkSync("plugin", home.at("linked"));
    const { cwd, env } = started(home, { packageRoot: home.at("linked"), cwd: "./sub", program: home.at("linked/run.sh") });
    expect([cwd, env["PLUGIN_ROOT"]]).toEqual([home.at("plugin/sub"), home.at("plugin")]);
  });

  test("below the data folder it is made", async () => {
    await using home = await packageHome();
    expect(started(home, { cwd: "${PLUGIN_DATA}" }).cwd).toBe(dataOf(home));
    expect(started(home, { cwd: "${PLUGIN_DATA}/a/b" }).cwd).toBe(`${dataOf(home)}/a/b`);
    expect(statSync(`${dataOf(home)}/a`).mode & 0o777).toBe(0o700);
  });

  test.each([
    ["./../outside", "leads out of the plugin's folder"],
    ["${PLUGIN_ROOT}/../outside", "leads out of the plugin's folder"],
    ["${PLUGIN_ROOT}${PLUGIN_DATA}/../../..", "is not a folder"],
    ["./out", "leads out of the plugin's folder"],
    ["./out/none", "leads out of the plugin's folder"],
    ["./none", "is not a folder"],
    ["./run.sh", "is not a folder"],
    ["./nowhere", "is not a folder"],
    ["${PLUGIN_DATA}/..", "leads out of the plugin's data folder"],
    ["${PLUGIN_DATA}/../other", "leads out of the plugin's data folder"],
    ["${PLUGIN_DATA}/out", "leads out of the plugin's data folder"],
    ["${PLUGIN_DATA}/out/made", "leads out of the plugin's data folder"],
    ["${PLUGIN_DATA}/nowhere/made", "is not a folder"],
    ["${PLUGIN_DATA}/file", "is not a folder"],
    ["${PLUGIN_DATA}/file/below", "is not a folder"],
  ])("%s is refused", async (cwd, expected) => {
    await using home = await packageHome();
    mkdirSync(dataOf(home), { recursive: true, mode: 0o700 });
    for (const folder of [home.at("plugin"), dataOf(home)]) {
      symlinkSync(home.at("outside"), `${folder}/out`);
      symlinkSync(home.at("not-yet"), `${folder}/nowhere`);
    }
    writeFileSync(`${dataOf(home)}/file`, "");
    expect(problem(home, { cwd })).toContain(expected);
    expect([home.has("outside/made"), home.has("not-yet"), home.has("outside/none")]).toEqual([false, false, false]);
  });
});

describe("AP-2 the command", () => {
  test("a link inside the plugin is fine, and one that leads out is not, whenever it was made", async () => {
    await using home = await packageHome();
    symlinkSync("run.sh", home.at("plugin/linked.sh"));
    expect(started(home, { program: home.at("plugin/linked.sh") }).file).toBe(home.at("plugin/linked.sh"));
    home.remove("plugin/run.sh");
    symlinkSync(home.at("outside/run.sh"), home.at("plugin/run.sh"));
    for (const name of ["run.sh", "linked.sh"])
      expect(problem(home, { program: home.at("plugin", name) })).toBe(
        `its command leads out of the plugin's folder, to ${home.at("outside/run.sh")}`,
      );
  });

  test("a folder on the way that leads out", async () => {
    await using home = await packageHome();
    symlinkSync(home.at("outside"), home.at("plugin/bin"));
    expect(problem(home, { program: home.at("plugin/bin/run.sh") })).toContain("leads out of the plugin's folder");
    expect(existsSync(dataOf(home))).toBe(false);
  });
});
