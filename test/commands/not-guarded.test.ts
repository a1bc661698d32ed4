import { describe, expect, test } from "vitest";

import { household } from "./command-line.ts";
import { hook, manifestText } from "../support/plugin.ts";

const CONFIG = "[defaults]\nsymposium-recommendations = false\n";
const guard = (matcher: string, more = "") =>
  manifestText("guard", hook("h", "PreToolUse", `${matcher === "" ? "" : `matcher = "${matcher}"\n`}${more}`));

async function statusWith(manifest: string, ...agents: readonly string[]): Promise<string> {
  const plugin = { ".symposium/plugins/guard/SYMPOSIUM.toml": manifest, ".symposium/plugins/guard/h.sh": "exit 0\n" };
  await using there = await household({ home: { ".symposium/config.toml": CONFIG, ...plugin } });
  const init = await there.run(["init", ...agents.flatMap((agent) => ["--add-agent", agent])]);
  expect(init.exitCode).toBe(0);
  return (await there.run(["status"])).stdout;
}

describe("RT-40 status names what no hook is asked about", { timeout: 60_000 }, () => {
  test.each(["Bash", "shell", "", "Bash|Read", "^Ba"])("for a guard on %j", async (matcher) => {
    const told = await statusWith(guard(matcher), "codex", "claude-code");
    expect(told).toContain("not guarded\n  Codex CLI: write_stdin (shell): input into a running command fires no event\n");
  });

  test.each([
    ["on something else", guard("Read"), ["codex"]],
    ["for another agent", guard("Bash", 'agent = "claude"\n'), ["codex"]],
    ["in another agent's format", guard("Bash", 'format = "claude-code"\n'), ["codex"]],
    ["where that agent is not registered", guard("Bash"), ["claude-code"]],
  ])("not for a guard %s", async (_which, manifest, agents) => {
    expect(await statusWith(manifest, ...agents)).not.toContain("not guarded");
  });
});
