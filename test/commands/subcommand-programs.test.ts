import { describe, expect, test } from "vitest";

import { manifestText } from "../support/plugin.ts";
import { call, commandHouse, subcommand } from "../support/subcommand.ts";

const built = (commands: string) =>
  manifestText("p", subcommand("tool", { command: `{ script = "tool.sh", install_commands = [${JSON.stringify(commands)}] }` }));

describe("PG-3 a command whose program is missing", () => {
  test("acquires it when it is called, says so on stderr, and runs", async () => {
    await using house = await commandHouse({
      p: { "SYMPOSIUM.toml": built("echo made >made"), "tool.sh": 'cat "$SYMPOSIUM_DIR_tool/made"; echo "$@"\n' },
    });
    expect(call(house, ["tool", "a"])).toEqual({ stdout: "made\na\n", stderr: "acquiring tool (path) for subcommand tool\n", status: 0 });
    expect(call(house, ["tool", "b"])).toEqual({ stdout: "made\nb\n", stderr: "", status: 0 });
  });

  test("acquires it again where it was removed behind our back", async () => {
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": built(":"), "tool.sh": "echo here\n" } });
    call(house, ["-q", "tool"]);
    house.remove("home/.symposium/cache/programs/path");
    expect(call(house, ["-q", "tool"])).toEqual({ stdout: "here\n", stderr: "", status: 0 });
  });

  test("where it cannot be acquired, the error has the reason and nothing runs", async () => {
    await using house = await commandHouse({ p: { "SYMPOSIUM.toml": built("echo no space >&2; exit 3"), "tool.sh": "echo here\n" } });
    const ran = call(house, ["tool"]);
    expect(ran).toMatchObject({ stdout: "", status: 127 });
    expect(ran.stderr).toContain("cannot start `tool` of plugin `p`: cannot acquire tool (path) for subcommand tool: the install command");
    expect(ran.stderr).toContain("no space");
  });

  test("of an untrusted plugin acquires nothing", async () => {
    await using house = await commandHouse({});
    house.write("project/SYMPOSIUM.toml", built("echo made >made"));
    house.write("project/tool.sh", "echo here\n");
    expect(call(house, ["tool"]).stderr).toContain("waits for your consent");
    expect(house.has("home/.symposium/cache/programs")).toBe(false);
  });
});
