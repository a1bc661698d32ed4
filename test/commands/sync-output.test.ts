import { describe, expect, test } from "vitest";

import { skillText } from "../support/plugin.ts";
import { cargoHouse } from "../setup/cargo-house.ts";

const SERDE = { "SKILL.md": skillText("serde-help", 'crates: "serde"') };
const TOKIO = { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') };

describe("what sync prints", () => {
  test("the first run ends with what to do next, the second prints what is in place", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE } });
    const next = "next: start Claude Code, and approve what it asks\n      run `symposium status` to see what runs\n";
    expect((await there.sync()).stdout.endsWith(`done: 3 files and 1 skill changed\n${next}`)).toBe(true);
    expect((await there.sync()).stdout).toBe("1 skill is in place\nnothing to change: everything is as configured\n");
  });

  test("-v prints each decision and unchanged files", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE, tokio: TOKIO } });
    await there.sync();
    const { stdout } = await there.sync("-v");
    expect(stdout).toMatch(
      /^skills\n {2}active {4}serde-help {2}<project>\/\.claude\/skills\/serde-help\n {2}inactive {2}tokio-help {2}.*tokio/m,
    );
    expect(stdout).toMatch(/^unchanged {5}~\/\.claude\/settings\.json {2}Claude Code$/m);
  });

  test("-q prints nothing", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE } });
    expect(await there.sync("-q")).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
  });

  test("outside a workspace it prints what is missing, and nothing else", async () => {
    await using there = await cargoHouse({});
    await there.sync();
    const { stdout, stderr, exitCode } = await there.run(["sync"], { cwd: there.home });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toMatch(/^error: not in a workspace: .*\n\nhint: .*\n$/);
  });

  test("a source that cannot be fetched costs one line with the cause, -v adds the address", async () => {
    await using there = await cargoHouse({ config: '[[plugin-source]]\nname = "far"\ngit = "file:///nowhere/at/all"\n' });
    const short = "warning: source `far` could not be fetched: '/nowhere/at/all' does not appear to be a git repository\n";
    expect((await there.sync()).stderr).toBe(short);
    expect((await there.sync("-q")).stderr).toBe(short);
    expect((await there.sync("-v")).stderr).toMatch(/nowhere\/at\/all.*could not be fetched: \S/);
  });
});
