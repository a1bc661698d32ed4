import { writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { manifestText } from "../support/plugin.ts";
import { call, commandHouse, subcommand } from "../support/subcommand.ts";

const greeter = () => ({ "SYMPOSIUM.toml": manifestText("greeter", subcommand("greet")), "greet.sh": "" });

describe("PG-14 G3 G7 G15 G16 a command that is not there", () => {
  test.each([
    [
      "a word that no plugin and no built-in has",
      [],
      "frobnicate",
      "error: unknown command `frobnicate`\n\nhint: see `symposium --help`\n",
    ],
    ["the nearest name of a plugin's command", [], "gret", "error: unknown command `gret`\n\nhint: did you mean `symposium greet`?\n"],
    [
      "the nearest built-in",
      [],
      "snyc",
      "error: unknown command `snyc`\n\nhint: did you mean `symposium sync` or `symposium plugin sync`?\n",
    ],
    ["the word of another tool", [], "doctor", "error: unknown command `doctor`\n\nhint: did you mean `symposium status`?\n"],
    [
      "a plugin that does not have it",
      [],
      "other:greet",
      "error: unknown command `greet` of plugin `other`\n\nhint: did you mean `symposium greeter:greet`?\n",
    ],
    [
      "a plugin whose dependency is missing",
      [],
      "needy",
      "error: the command `needy` is not active here\n  plugin `serdes` defines it: no dependency serde\n\nhint: see `symposium plugin show serdes`\n",
    ],
  ] as const)("%s", async (_, dependencies, word, stderr) => {
    await using house = await commandHouse(
      {
        greeter: greeter(),
        serdes: { "SYMPOSIUM.toml": manifestText("serdes", subcommand("needy"), 'crates = ["serde"]'), "needy.sh": "" },
      },
      dependencies,
    );
    expect(call(house, [word])).toEqual({ stdout: "", stderr, status: 2 });
    // From the catalogue as well, which does not read the manifest again.
    expect(call(house, [word]).stderr).toBe(stderr);
  });

  test("the dependency makes it active", async () => {
    await using house = await commandHouse(
      { p: { "SYMPOSIUM.toml": manifestText("p", subcommand("needy"), 'crates = ["serde"]'), "needy.sh": "echo here\n" } },
      ["serde"],
    );
    expect(call(house, ["needy"]).stdout).toBe("here\n");
    expect(call(house, ["needy"], { cwd: house.home }).stderr).toContain(
      "plugin `p` defines it: needs serde, but this folder is not in a workspace",
    );
  });

  test("PG-12 of a repository's own plugin: nothing runs without consent, and the error names the command that asks", async () => {
    await using house = await commandHouse({});
    house.write("project/SYMPOSIUM.toml", manifestText("house", subcommand("mine")));
    house.write("project/mine.sh", "echo mine\n");
    const ran = call(house, ["mine"]);
    expect(ran).toMatchObject({ stdout: "", status: 2 });
    expect(ran.stderr).toContain("plugin `house` defines it: waits for your consent; run `symposium trust accept house` at a terminal");
    expect(call(house, ["--help"]).stdout).not.toContain("  mine ");
    const { plugins } = (
      JSON.parse(call(house, ["trust", "show", "house", "--json"]).stdout) as { answer: { plugins: { digest: string }[] } }
    ).answer;
    await house.run(["trust", "accept", "house", "--digest", plugins[0]!.digest], { person: true });
    expect(call(house, ["mine"]).stdout).toBe("mine\n");
    writeFileSync(house.at("project/mine.sh"), "echo changed\n");
    const changed = call(house, ["mine"]);
    expect(changed).toMatchObject({ stdout: "", status: 2 });
    expect(changed.stderr).toContain("symposium trust accept house");
  });

  test("as JSON where the flag comes first", async () => {
    await using house = await commandHouse({ greeter: greeter() });
    expect(JSON.parse(call(house, ["--json", "gret"]).stdout)).toMatchObject({ error: { message: "unknown command `gret`" } });
  });
});
