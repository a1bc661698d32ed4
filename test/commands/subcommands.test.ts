import { chmodSync } from "node:fs";
import { constants } from "node:os";

import { describe, expect, test } from "vitest";

import { manifestText } from "../support/plugin.ts";
import { call, callBeforeReader, commandHouse, startCall, subcommand } from "../support/subcommand.ts";
import { fewer } from "../support/thoroughness.ts";

/** Prints each argument in brackets. */
const PRINT_ARGS = 'for each in "$@"; do printf "[%s]" "$each"; done; echo\n';

const greeter = (more = "", gate?: string) => ({
  "SYMPOSIUM.toml": manifestText("greeter", subcommand("greet") + more, gate),
  "greet.sh": PRINT_ARGS,
});

describe("PG-13 the program of a command", () => {
  test("G1 G14 gets the arguments as they are, after those of its installation", async () => {
    const more = subcommand("fixed", { command: '{ script = "greet.sh", args = ["--first", "a b"] }' });
    await using house = await commandHouse({ greeter: greeter(more) });
    expect(call(house, ["greet", "--version"])).toEqual({ stdout: "[--version]\n", stderr: "", status: 0 });
    const odd = ["--help", "-h", "--json", "-q", "", "a b", "*", "$HOME", "--", "--update", "ü\n'\""];
    expect(call(house, ["greet", ...odd]).stdout).toBe(`${odd.map((each) => `[${each}]`).join("")}\n`);
    expect(call(house, ["fixed", "x"]).stdout).toBe("[--first][a b][x]\n");
    expect(call(house, ["agents", "greet", "--help"], { as: "cargo-agents" }).stdout).toBe("[--help]\n");
  });

  test("common flags in front of its name are ours, and a wrong one is an error", async () => {
    await using house = await commandHouse({ greeter: greeter() });
    expect(call(house, ["-q", "--update", "none", "greet", "-q"])).toEqual({ stdout: "[-q]\n", stderr: "", status: 0 });
    expect(call(house, ["--update", "soon", "greet"])).toMatchObject({ stdout: "", status: 2 });
  });

  test("gets stdin, writes to stdout and stderr, and its exit code is ours", async () => {
    await using house = await commandHouse({
      p: { "SYMPOSIUM.toml": manifestText("p", subcommand("turn")), "turn.sh": "tr a-z A-Z; echo oops >&2; exit 42\n" },
    });
    expect(call(house, ["turn"], { input: "through\n" })).toEqual({ stdout: "THROUGH\n", stderr: "oops\n", status: 42 });
  });

  test("PG-10 runs in the caller's folder, with the caller's variables, those of its plugin, and the mark of what Symposium starts", async () => {
    const script = 'pwd; echo "$NODE_OPTIONS"; echo "$SYMPOSIUM_show"; echo "$SYMPOSIUM_STARTED"; echo "${PATH%%:*}"\n';
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("show")), "show.sh": script } });
    house.write("project/deep/down/x", "");
    const { stdout } = call(house, ["show"], { cwd: house.at("project/deep/down"), env: { NODE_OPTIONS: "--no-warnings" } });
    const folder = house.at("home/.symposium/plugins/p");
    expect(stdout.split("\n")).toEqual([house.at("project/deep/down"), "--no-warnings", `${folder}/show.sh`, "1", folder, ""]);
  });

  test.each([
    "SIGHUP",
    "SIGINT",
    "SIGQUIT",
    "SIGABRT",
    "SIGKILL",
    "SIGSEGV",
    "SIGPIPE",
    "SIGALRM",
    "SIGTERM",
    "SIGUSR1",
    "SIGUSR2",
  ] as const)("death by %s is 128 plus its number", async (signal) => {
    await using house = await commandHouse({
      p: { "SYMPOSIUM.toml": manifestText("p", subcommand("die")), "die.sh": `ulimit -c 0; kill -${signal.slice(3)} $$; sleep 5\n` },
    });
    expect(call(house, ["die"])).toEqual({ stdout: "", stderr: "", status: 128 + constants.signals[signal] });
  });

  test.each(fewer(["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] as const))(
    "%s sent to us reaches it once, and it decides what happens",
    async (signal) => {
      const word = signal.slice(3);
      const script = `trap 'echo got ${word}; seen=1' ${word}; echo ready; n=0; while [ $n -lt 100 ]; do sleep 0.05; n=$((n+1)); [ -n "$seen" ] && n=$((n+30)); done; exit 9\n`;
      await using house = await commandHouse({ p: { "SYMPOSIUM.toml": manifestText("p", subcommand("wait")), "wait.sh": script } });
      const child = startCall(house, ["wait"]);
      let said = "";
      child.stdout!.on("data", (part) => {
        if (said === "") child.kill(signal);
        said += String(part);
      });
      expect(await new Promise((resolve) => child.on("exit", (code) => resolve(code)))).toBe(9);
      expect(said).toBe(`ready\ngot ${word}\n`);
    },
  );

  test("100 MB pass through stdin and stdout", async () => {
    await using house = await commandHouse({
      p: { "SYMPOSIUM.toml": manifestText("p", subcommand("copy", { command: '{ executable = "cat" }' })) },
    });
    const child = startCall(house, ["copy"]);
    const block = Buffer.alloc(1_000_000, "x");
    let received = 0;
    child.stdout!.on("data", (part: Buffer) => (received += part.length));
    const ended = new Promise((resolve) => child.on("close", resolve));
    for (let at = 0; at < 100; at++) if (!child.stdin!.write(block)) await new Promise((resolve) => child.stdin!.once("drain", resolve));
    child.stdin!.end();
    expect(await ended).toBe(0);
    expect(received).toBe(100_000_000);
  });

  test("a reader that has seen enough ends it as in a shell", async () => {
    await using house = await commandHouse({
      p: { "SYMPOSIUM.toml": manifestText("p", subcommand("flood", { command: '{ executable = "yes" }' })) },
    });
    expect(callBeforeReader(house, ["flood"])).toBe(128 + constants.signals.SIGPIPE);
  });

  test.each([
    ["a program that is missing", '{ executable = "./gone" }', 127, /gone was not found/],
    ["a script that is missing", '{ script = "gone.sh" }', 127, /the script gone.sh is missing or unreadable/],
    ["a word that is not on PATH", '{ executable = "no-such-program-anywhere" }', 127, /no-such-program-anywhere was not found/],
    ["a file that is not executable", '{ executable = "./greet.sh" }', 126, /greet.sh has no #! line/],
    ["an interpreter that is missing", '{ executable = "./odd" }', 127, /odd was not found, or the interpreter on its first line was not/],
  ] as const)("%s is one error that names command and plugin", async (_, command, status, reason) => {
    await using house = await commandHouse({ greeter: { ...greeter(subcommand("try", { command })), odd: "#!/no/such/interpreter\n" } });
    chmodSync(house.at("home/.symposium/plugins/greeter/odd"), 0o755);
    const ran = call(house, ["try"]);
    expect(ran).toMatchObject({ stdout: "", status });
    expect(ran.stderr).toMatch(/^error: cannot start `try` of plugin `greeter`: /);
    expect(ran.stderr).toMatch(reason);
  });
});

describe("PG-12 which command is meant", () => {
  const two = {
    one: { "SYMPOSIUM.toml": manifestText("one", subcommand("greet")), "greet.sh": "echo one\n" },
    two: { "SYMPOSIUM.toml": manifestText("two", subcommand("greet")), "greet.sh": "echo two\n" },
  };

  test("G17 two plugins: the error lists how to call each, and that works", async () => {
    await using house = await commandHouse(two);
    expect(call(house, ["greet"])).toEqual({
      stdout: "",
      stderr:
        "error: 2 plugins define the command `greet`\n  symposium one:greet\n  symposium two:greet\n\nhint: add the plugin's name, as above\n",
      status: 2,
    });
    expect(call(house, ["one:greet"]).stdout).toBe("one\n");
    expect(call(house, ["agents", "two:greet"], { as: "cargo-agents" }).stdout).toBe("two\n");
  });

  test("two sources with a plugin of one name: the source comes first", async () => {
    await using house = await commandHouse({ one: two.one });
    house.write(
      "home/.symposium/config.toml",
      `${house.read("home/.symposium/config.toml")}[[plugin-source]]\nname = "more"\npath = "../more"\n`,
    );
    house.write("home/more/one/SYMPOSIUM.toml", two.one["SYMPOSIUM.toml"]);
    house.write("home/more/one/greet.sh", "echo more\n");
    expect(call(house, ["one:greet"]).stderr).toContain("  symposium more/one:greet\n  symposium user-plugins/one:greet\n");
    expect(call(house, ["more/one:greet"]).stdout).toBe("more\n");
  });

  test("a changed manifest and a new plugin count at once", async () => {
    await using house = await commandHouse({ one: two.one });
    expect(call(house, ["greet"]).stdout).toBe("one\n");
    house.write(
      "home/.symposium/plugins/one/SYMPOSIUM.toml",
      manifestText("one", subcommand("hello", { command: '{ script = "greet.sh" }' })),
    );
    expect(call(house, ["hello"]).stdout).toBe("one\n");
    expect(call(house, ["greet"]).status).toBe(2);
    house.write("home/.symposium/plugins/two/SYMPOSIUM.toml", two.two["SYMPOSIUM.toml"]);
    house.write("home/.symposium/plugins/two/greet.sh", "echo two\n");
    expect(call(house, ["greet"]).stdout).toBe("two\n");
  });

  test("while the config is broken, what applied before stays", async () => {
    await using house = await commandHouse({ one: two.one });
    expect(call(house, ["greet"]).stdout).toBe("one\n");
    house.write("home/.symposium/config.toml", "= broken");
    expect(call(house, ["greet"])).toMatchObject({ stdout: "one\n", status: 0 });
  });

  test("a condition on a variable is judged in the call", async () => {
    await using house = await commandHouse({
      one: { ...two.one, "SYMPOSIUM.toml": manifestText("one", subcommand("greet", { more: 'predicates = ["env(GREET)"]' })) },
    });
    expect(call(house, ["greet"], { env: { GREET: "1" } }).stdout).toBe("one\n");
    expect(call(house, ["greet"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("the command `greet` is not active here\n  plugin `one` defines it: env GREET is not set\n"),
    });
  });

  test("nothing is written before set-up, and a call leaves no log", async () => {
    await using house = await commandHouse({});
    house.remove("home/.symposium");
    expect(call(house, ["frobnicate"]).status).toBe(2);
    expect(call(house, ["--help"]).status).toBe(0);
    expect(house.has("home/.symposium")).toBe(false);
    await using other = await commandHouse({ one: two.one });
    call(other, ["greet"]);
    expect(other.has("home/.symposium/logs")).toBe(false);
  });
});
