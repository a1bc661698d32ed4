/** Predicates and subcommands of the SDK: in process, and as programs whose output Symposium reads. */

import { dirname, join } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { PluginList } from "../../src/diagnose/list-plugins.ts";
import { ask } from "../../src/plugins/gates/ask.ts";
import { predicateAnswer, type PredicateAnswer, subcommandResult } from "../../src/sdk/index.ts";
import { runProgram } from "../support/home.ts";
import { cargoHouse } from "../setup/cargo-house.ts";
import { compile, exampleFiles, HANDLER_RUNTIMES, strict, withSdk } from "./with-sdk.ts";

describe("PG-20 predicates in process", () => {
  test("get the input of the test and nothing of this machine", async () => {
    let given: unknown;
    await predicateAnswer((input) => (given = input) !== undefined, { argument: "flake", args: ["--strict"], cwd: "/project" });
    expect(given).toEqual({ argument: "flake", args: ["--strict", "flake"], cwd: "/project", env: {} });
  });

  test.each([
    ["a boolean", true, { holds: true, watch: {} }],
    [
      "watches",
      { holds: false, watch: { files: ["a"], variables: ["B"], time: 0 } },
      { holds: false, watch: { files: ["a"], variables: ["B"], time: 0 } },
    ],
  ])("%s is an answer", async (_, answer, read) => {
    expect(await predicateAnswer(() => answer)).toEqual(read);
    expect(await predicateAnswer(async () => answer)).toEqual(read);
  });

  test.each([
    ["nothing", undefined, "return a boolean"],
    ["a text", "yes", "return a boolean"],
    ["an empty name", { holds: true, watch: { files: [""] } }, 'watch has ""'],
    ["another name", { holds: true, watch: { variables: [3] } }, "watch has 3"],
    ["a negative time", { holds: true, watch: { time: -1 } }, "watch.time is -1"],
    ["no time", { holds: true, watch: { time: Number.NaN } }, "watch.time is NaN"],
  ])("%s is refused", async (_, answer, message) => {
    await expect(predicateAnswer(() => answer as unknown as PredicateAnswer)).rejects.toThrow(message);
  });
});

describe("PG-20 subcommands in process", () => {
  test("get arguments, stdin and variables of the test, and give what they print and return", async () => {
    const result = await subcommandResult(
      ({ args, cwd, env, readStdin, print, warn }) => {
        print(`${args.join(" ")} ${cwd} ${JSON.stringify(env)} ${readStdin()}`);
        warn("careful");
        return 3;
      },
      { args: ["a", "b c"], cwd: "/project", stdin: "given" },
    );
    expect(result).toEqual({ code: 3, stdout: "a b c /project {} given\n", stderr: "careful\n" });
    expect(await subcommandResult(() => {})).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test.each([[1.5], [-1], [256], ["0"]])("%j is not an exit code", async (code) => {
    await expect(subcommandResult(() => code as number)).rejects.toThrow("return an exit code from 0 to 255");
  });
});

const PREDICATE = `
import { runPredicate } from "@symposium-agents/symposium/sdk";
const acts = {
  yes: () => ({ holds: true, watch: { files: ["a b", "/c\\n"], variables: ["D"], time: 60_000 } }),
  no: () => false,
  log: () => { console.log('{"watchFile":"logged"}'); return true; },
  throw: () => { throw new Error("no such table"); },
  never: () => new Promise(() => {}),
  timer: () => { setTimeout(() => {}, 600_000); return true; },
};
runPredicate(({ argument }) => acts[argument]());
`;

const SUBCOMMAND = `
import { runSubcommand } from "@symposium-agents/symposium/sdk";
const acts = {
  code: () => 7,
  echo: ({ readStdin, print }) => print(String(readStdin().length)),
  log: () => console.log("logged"),
  throw: () => { throw new Error("no such table"); },
  never: () => new Promise(() => {}),
  later: ({ print }) => void setTimeout(() => print("later"), 5),
  flood: ({ print }) => { for (;;) print("x".repeat(1000)); },
};
runSubcommand((input) => acts[input.args[0]](input));
`;

describe.each(HANDLER_RUNTIMES)("PG-20 as programs under $name", (runtime) => {
  let folder: FsFixture;
  const env = { PATH: dirname(runtime.file), HOME: "/nonexistent" };
  beforeAll(async () => {
    folder = await createFixture(withSdk({ "predicate.mjs": PREDICATE, "subcommand.mjs": SUBCOMMAND }));
  });
  afterAll(() => folder.rm());

  const answer = (argument: string) =>
    ask(
      {
        kind: "custom",
        name: "p",
        argument,
        plugin: "p",
        command: { kind: "executable", path: runtime.file, args: [folder.getPath("predicate.mjs")] },
      },
      { env, os: "linux", folder: folder.path },
    );

  test.each([
    ["yes", { holds: true, watches: { files: ["a b", "/c\n"], variables: ["D"], time: 60_000 } }],
    ["no", { holds: false, watches: { files: [], variables: [] } }],
    ["log", { holds: true, watches: { files: [], variables: [] } }],
    ["timer", { holds: true, watches: { files: [], variables: [] } }],
    ["throw", { holds: false, watches: { files: [], variables: [] }, failure: "Error: no such table" }],
    ["never", { holds: false, watches: { files: [], variables: [] }, failure: "the predicate's promise was never settled" }],
  ])("a predicate that does %s is read as it was meant", async (argument, expected) => {
    expect(await answer(argument)).toEqual(expected);
  });

  const call = (act: string, input = "") =>
    runProgram(runtime.file, [folder.getPath("subcommand.mjs"), act], input, { ...env, NODE_NO_WARNINGS: "1" }, folder.path);

  test.each([
    ["code", { stdout: "", stderr: "", exitCode: 7 }],
    ["log", { stdout: "logged\n", stderr: "", exitCode: 0 }],
    ["later", { stdout: "later\n", stderr: "", exitCode: 0 }],
    ["never", { stdout: "", stderr: "the subcommand's promise was never settled\n", exitCode: 1 }],
  ])("a subcommand that does %s ends as it should", async (act, expected) => {
    expect(await call(act)).toEqual(expected);
  });

  test("a subcommand reads all of stdin, and says why it failed", async () => {
    expect(await call("echo", "å".repeat(300_000))).toEqual({ stdout: "300000\n", stderr: "", exitCode: 0 });
    expect(await call("throw")).toMatchObject({ stderr: expect.stringContaining("no such table") as string, exitCode: 1 });
  });

  test("a subcommand ends when its reader does", async () => {
    const script = `"${runtime.file}" "${folder.getPath("subcommand.mjs")}" flood | head -c 10; echo done`;
    const { stdout, stderr } = await runProgram("/bin/sh", ["-c", script], "", { ...env, PATH: `${env.PATH}:/usr/bin:/bin` }, folder.path);
    expect({ stdout, stderr }).toEqual({ stdout: "xxxxxxxxxxdone\n", stderr: "" });
  });
});

test("PG-20 the example compiles for a strict user, and its own test passes", async () => {
  const files = exampleFiles("toolchain");
  const node = { types: ["node"], typeRoots: [join(import.meta.dirname, "../../node_modules/@types")] };
  const sources = Object.keys(files).filter((file) => file.endsWith(".ts"));
  await using user = await createFixture(withSdk({ ...files, "tsconfig.json": strict(sources, node) }));
  expect(compile(user.path)).toBe("");
  const environment = { PATH: dirname(process.execPath), HOME: "/nonexistent" };
  const ended = await runProgram(process.execPath, ["--test", "--test-reporter=tap", "programs.test.js"], "", environment, user.path);
  expect(ended).toMatchObject({ stdout: expect.stringMatching(/^# pass 2\n# fail 0$/m) as string, exitCode: 0 });
});

test("PG-20 the example's predicate decides where its plugin applies, and what it watches is watched", { timeout: 120_000 }, async () => {
  const files = exampleFiles("toolchain");
  const sources = ["programs.ts", "pins-toolchain.ts", "toolchain.ts"];
  const node = { types: ["node"], typeRoots: [join(import.meta.dirname, "../../node_modules/@types")] };
  await using built = await createFixture(withSdk({ ...files, "tsconfig.json": strict(sources, node) }));
  expect(compile(built.path)).toBe("");
  const programs = await Promise.all(
    sources.map(async (name) => [name.replace(/ts$/, "js"), await built.readFile(name.replace(/ts$/, "js"), "utf8")] as const),
  );
  const manifest = files["SYMPOSIUM.toml"]?.replaceAll(".ts", ".js") ?? "";
  await using there = await cargoHouse({
    plugins: { toolchain: withSdk({ "SYMPOSIUM.toml": manifest, ...Object.fromEntries(programs) }) },
  });
  const env = { ...there.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const stateAfterSync = async (more: Readonly<Record<string, string>> = {}) => {
    await there.run(["sync"], { env: { ...env, ...more } });
    const { stdout } = await there.run(["plugin", "list", "--json"], { env: { ...env, ...more } });
    const { answer } = JSON.parse(stdout) as { answer: PluginList };
    return answer.sources.flatMap(({ plugins }) => plugins).find(({ name }) => name === "toolchain")?.active;
  };
  expect(await stateAfterSync()).toBe(false);
  there.write("project/rust-toolchain.toml", '[toolchain]\nchannel = "1.90"\n');
  expect(await stateAfterSync()).toBe(true);
  there.remove("project/rust-toolchain.toml");
  expect(await stateAfterSync()).toBe(false);
  expect(await stateAfterSync({ RUSTUP_TOOLCHAIN: "nightly" })).toBe(true);
});
