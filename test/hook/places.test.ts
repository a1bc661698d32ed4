/** Where a call finds our files, and what decides that (RT-36). */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { agentMark, baseByVariables } from "../../src/agents/find-agent.ts";
import { activeSwitches } from "../../src/agents/switches.ts";
import type { Context } from "../../src/context.ts";
import { ownDirectory } from "../../src/host/own-process.ts";
import { configName, placesIn, placesOf, readPlacesRecord, recordedPlaces, standingOfPlaces } from "../../src/host/places.ts";
import { recordable, recordedEnvironment } from "../../src/host/start-detached.ts";
import { findIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import { checkPlaces, commandPlaces } from "../../src/setup/app-context.ts";
import { recordPlaces } from "../../src/setup/record-places.ts";
import { hook, manifestText } from "../support/plugin.ts";

const context = (home: string, env: Context["env"] = {}, cwd = home): Context => ({ os: "linux", home, cwd, env, now: Date.now });
const record = (fields: object) => JSON.stringify({ format: "symposium-places", version: 1, environment: {}, ...fields });

describe("RT-36 the program takes its place from where it lies", () => {
  test.each([
    ["/h/.symposium/bin/symposium-hook", undefined, "/h/.symposium"],
    ["/h/.symposium/bin/symposium-hook (deleted)", undefined, "/h/.symposium"],
    ["C:\\node.exe", "C:\\Users\\me\\.symposium\\bin\\node-0123456789abcdef\\hook.cjs", "C:\\Users\\me\\.symposium"],
    ["/usr/bin/node", "/h/.symposium/bin/node-0123456789abcdef/hook.cjs", "/h/.symposium"],
    ["/usr/bin/node", "/package/dist/bin/node/hook.cjs", undefined],
    ["/package/dist/native/linux-x64/symposium-hook", undefined, undefined],
    ["/usr/local/bin/symposium-hook", undefined, undefined],
    ["/bin/symposium-hook", undefined, undefined],
    ["/h/.symposium/bin/other", undefined, undefined],
    ["/usr/bin/node", "/h/.symposium/bin/symposium-hook", undefined],
  ])("%s %s", (execPath, script, base) => {
    expect(ownDirectory(execPath, script)).toBe(base);
  });

  test.each(["places.json", "ledger.json", "config.toml", "index"])("a directory of another name is known by %s", async (sign) => {
    await using fixture = await createFixture({ moved: { [sign]: "" } });
    expect(ownDirectory(fixture.getPath("moved/bin/symposium-hook"), undefined)).toBe(fixture.getPath("moved"));
  });

  test("elsewhere SYMPOSIUM_HOME counts, unless an agent started us", () => {
    expect(baseByVariables(context("/h", { SYMPOSIUM_HOME: "/s" }))).toBe("/s");
    expect(baseByVariables(context("/h", { SYMPOSIUM_HOME: "/s", CLAUDECODE: "1" }))).toBe("/h/.symposium");
    expect(baseByVariables(context("/h", { XDG_CONFIG_HOME: "/x" }))).toBe("/h/.symposium");
  });
});

test.each([
  [{ CLAUDECODE: "1" }, "CLAUDECODE"],
  [{ CODEX_SANDBOX_NETWORK_DISABLED: "1" }, "CODEX_SANDBOX_NETWORK_DISABLED"],
  [{ QWEN_CODE_X: "1" }, "QWEN_CODE_X"],
  [{ CLAUDECODE: "" }, undefined],
  [{ CLAUDECODER: "1", PATH: "/bin" }, undefined],
])("RT-36 marks of agents %j", (env, mark) => {
  expect(agentMark(env)).toBe(mark);
});

describe("RT-36 the record", () => {
  test("says where config, cache and logs are; what is ours stays", async () => {
    await using fixture = await createFixture({ "places.json": record({ config: "/x/symposium", cache: "/k", logs: "/l" }) });
    const places = recordedPlaces(fixture.path, "linux");
    expect(places).toEqual(placesIn(fixture.path, "linux", { config: "/x/symposium", cache: "/k", logs: "/l" }));
    expect(places.index).toBe(placesIn(fixture.path, "linux").index);
    expect(configName(places)).toBe("/x/symposium/config.toml");
  });

  test("is missing: everything is in our directory", async () => {
    await using fixture = await createFixture({});
    const places = recordedPlaces(fixture.path, "linux");
    expect(places).toEqual(placesIn(fixture.path, "linux"));
    expect(standingOfPlaces(places, "linux")).toEqual({ state: "recorded" });
    expect(configName(places)).toBe("config.toml");
  });

  test.each([
    ["{", "damaged"],
    ["null", "another version"],
    [record({ version: 2 }), "another version"],
    [record({ config: "x" }), "damaged"],
    [record({ cache: 1 }), "damaged"],
    [record({ environment: { A: 1 } }), "damaged"],
    [record({ environment: null }), "damaged"],
  ])("%s cannot be used", async (text, why) => {
    await using fixture = await createFixture({ "places.json": text });
    const places = recordedPlaces(fixture.path, "linux");
    expect(readPlacesRecord(places, "linux")).toMatchObject({ state: "damaged", message: expect.stringContaining(why) });
    expect(places.config).toBe(placesIn(fixture.path, "linux").config);
    expect(standingOfPlaces(places, "linux").state).toBe("damaged");
  });

  test("has an environment without secrets and without what is the project's", async () => {
    await using fixture = await createFixture({ "work/.git/HEAD": "", home: {} });
    const home = fixture.getPath("home");
    const work = fixture.getPath("work");
    const env = {
      HOME: home,
      PATH: `${work}/bin:node_modules/.bin:/usr/bin`,
      GITHUB_TOKEN: "secret",
      LD_PRELOAD: "/evil.so",
      NODE_OPTIONS: "--require=x",
      LC_TIME: "C",
      https_proxy: "http://proxy",
      CODEX_HOME: "/codex",
      CARGO_HOME: "/cargo",
      RUSTUP_HOME: "/rustup",
      XDG_CONFIG_HOME: "/x",
    };
    const there = context(home, env, work);
    const places = placesOf(there);
    recordPlaces({ context: there, places, loaded: { plugins: [], outlined: [] } });
    const { GITHUB_TOKEN: _, LD_PRELOAD: __, NODE_OPTIONS: ___, ...kept } = env;
    const environment = { ...kept, PATH: "/usr/bin" };
    expect(readPlacesRecord(places, "linux")).toMatchObject({ record: { config: "/x/symposium", environment } });
    expect(recordedEnvironment(places, context(home, { PATH: "/evil" }))).toEqual(environment);
    // What an agent runs has the agent's environment.
    recordPlaces({
      context: context(home, { ...env, CLAUDECODE: "1", PATH: "/evil" }, work),
      places,
      loaded: { plugins: [], outlined: [] },
    });
    expect(recordedEnvironment(places, there)).toEqual(environment);
  });

  test("without one what runs detached gets next to nothing", () => {
    const env = { PATH: "/evil", LD_PRELOAD: "/evil.so", LANG: "de", GIT_SSH_COMMAND: "evil" };
    expect(recordedEnvironment({ record: "/nowhere/places.json" }, context("/h", env))).toEqual({
      HOME: "/h",
      PATH: "/usr/local/bin:/usr/bin:/bin",
      NO_UPDATE_NOTIFIER: "1",
      LANG: "de",
    });
  });

  test("variables that gates ask for are kept, and Windows is asked in any case", () => {
    expect(recordable({ FOO: "1", BAR: "2" }, "linux", ["FOO"])).toEqual({ FOO: "1" });
    expect(recordable({ Path: "C:\\", systemroot: "C:\\Windows", SECRET: "x" }, "windows", [])).toEqual({
      Path: "C:\\",
      systemroot: "C:\\Windows",
    });
  });
});

describe("RT-36 an index counts for the config it was made from", () => {
  const MANIFEST = manifestText("guard", hook("g"));

  async function house() {
    const fixture = await createFixture({
      "home/.symposium/plugins/guard": { "SYMPOSIUM.toml": MANIFEST, "g.sh": "" },
      "home/.symposium/idle": {},
      "other/symposium/plugins": {},
    });
    const home = fixture.getPath("home");
    const rebuild = (env: Context["env"]) => {
      const here = context(home, env);
      return rebuildIndex({ context: here, places: placesOf(here), folder: null, program: "1" });
    };
    return { fixture, home, rebuild, XDG_CONFIG_HOME: fixture.getPath("other") };
  }

  test("a command with another XDG_CONFIG_HOME writes no index and no flags", async () => {
    const { fixture, home, rebuild, XDG_CONFIG_HOME } = await house();
    await using _ = fixture;
    await rebuild({});
    const places = placesOf(context(home));
    const before = findIndex(places, null);
    expect(before?.header).toMatchObject({ config: "config.toml", events: ["PreToolUse"] });
    const other = await rebuild({ XDG_CONFIG_HOME });
    expect(other).toMatchObject({
      ok: true,
      written: false,
      text: expect.stringContaining(`"config":"${XDG_CONFIG_HOME}/symposium/config.toml"`),
    });
    expect(findIndex(places, null)?.header).toEqual(before?.header);
    expect(readdirSync(join(home, ".symposium/idle"))).toEqual([]);
  });

  test("once that config is recorded the index is rebuilt from it", async () => {
    const { fixture, home, rebuild, XDG_CONFIG_HOME } = await house();
    await using _ = fixture;
    await rebuild({});
    const there = context(home, { XDG_CONFIG_HOME });
    recordPlaces({ context: there, places: placesOf(there), loaded: { plugins: [], outlined: [] } });
    expect(await rebuild({ XDG_CONFIG_HOME })).toMatchObject({ written: true });
    expect(findIndex(placesOf(context(home)), null)?.header).toMatchObject({
      config: `${XDG_CONFIG_HOME}/symposium/config.toml`,
      events: [],
    });
    // And the first one is the other one now.
    expect(await rebuild({})).toMatchObject({ written: false });
  });

  test("a record that cannot be read keeps what applied", async () => {
    const { fixture, home, rebuild } = await house();
    await using _ = fixture;
    await rebuild({});
    writeFileSync(join(home, ".symposium/places.json"), "{");
    expect(await rebuild({})).toMatchObject({ ok: false, problem: expect.stringContaining("places.json") });
    expect(findIndex(placesOf(context(home)), null)?.header.events).toEqual(["PreToolUse"]);
  });
});

describe("RT-36 commands", () => {
  test("refuse places inside the project, and no others", async () => {
    await using fixture = await createFixture({ "work/.git/HEAD": "", home: {} });
    const [home, work] = [fixture.getPath("home"), fixture.getPath("work")];
    for (const env of [{ SYMPOSIUM_HOME: "x" }, { XDG_CONFIG_HOME: `${work}/x` }, { XDG_CACHE_HOME: "." }, { XDG_STATE_HOME: work }]) {
      const here = context(home, env, work);
      expect(() => checkPlaces(here, commandPlaces(here)), JSON.stringify(env)).toThrow("inside the project");
    }
    for (const env of [{}, { SYMPOSIUM_HOME: "../x" }, { XDG_CONFIG_HOME: home }]) {
      const here = context(home, env, work);
      checkPlaces(here, commandPlaces(here));
    }
    mkdirSync(join(home, ".git"));
    checkPlaces(context(home, {}, home), commandPlaces(context(home, {}, home)));
  });

  test("ignore the variables where an agent started them", async () => {
    await using fixture = await createFixture({ "home/.symposium/places.json": record({ config: "/x/symposium" }) });
    const home = fixture.getPath("home");
    const places = commandPlaces(context(home, { GEMINI_CLI: "1", SYMPOSIUM_HOME: "/s", XDG_CONFIG_HOME: "/y" }));
    expect([places.base, places.config]).toEqual([join(home, ".symposium"), "/x/symposium/config.toml"]);
  });
});

test("RT-40 switches of a project count for the agents that read them", async () => {
  await using fixture = await createFixture({ ".claude/settings.json": '// mine\n{"disableAllHooks": true,}' });
  const found = (...agents: string[]) => activeSwitches(new Set(agents), { project: fixture.path, parseToml: () => undefined });
  expect((await found("claude-code", "copilot-cli", "codex")).map(({ agent }) => agent)).toEqual(["claude-code", "copilot-cli"]);
  expect(await found("gemini-cli")).toEqual([]);
  expect(readFileSync((await found("claude-code"))[0]?.file ?? "", "utf8")).toContain("disableAllHooks");
});
