/** The home that the screens show: three agents, a Cargo project, a guard, a skill, plugins that do not apply, and two files with mistakes. */

import { join } from "node:path";

import { cargoFiles } from "../../support/cargo-workspace.ts";
import { hook, manifestText, says, skillPlugin, skillText } from "../../support/plugin.ts";
import { type TemporaryHome, temporaryHome } from "../../support/temporary-home.ts";
import { copyPackage } from "../../setup/faults/sandbox.ts";

export interface ScreensHome extends TemporaryHome {
  readonly dist: string;
  /** With names of the same length in place of those that differ from run to run. */
  readonly steady: (text: string) => string;
}

const OTHERS = ["axum", "diesel", "rocket", "tokio"];

/** Below `/tmp` whatever the system says, because the length of paths decides where lines break. */
export async function screensHome(): Promise<ScreensHome> {
  const plugins = {
    "no-force-push": {
      "SYMPOSIUM.toml": manifestText("no-force-push", hook("deny", "PreToolUse", 'matcher = "Bash"')),
      "deny.sh": says({}),
    },
    "serde-guide": skillPlugin("serde-guide", { guide: { "SKILL.md": skillText("serde-guide") } }, { gate: 'crates = ["serde"]' }),
    ...Object.fromEntries(OTHERS.map((name) => [name, { "SYMPOSIUM.toml": manifestText(name, "", `crates = ["${name}"]`) }])),
  };
  const home = await temporaryHome({
    in: "/tmp",
    home: ".",
    project: "app",
    files: {
      ".claude": {},
      ".codex": {},
      ".gemini": {},
      ".symposium": { "config.toml": "[defaults]\nsymposium-recommendations = false\n", plugins },
      app: { ".git/HEAD": "ref: refs/heads/main\n", ...cargoFiles(["serde 1.0.219"]) },
      broken: {
        "SYMPOSIUM.toml": 'name = "broken"\ncrate = ["serde"]\n\n[[hooks]]\nname = "deny"\nevent = "PreToolUze"\ncommand = "./deny.sh"\n',
      },
    },
  });
  const dist = copyPackage(join(home.root, "package/dist"));
  const steady = (text: string) =>
    text
      .replaceAll(home.root, "/home/anna-at-the-desk")
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "2026-11-16 12:00 UTC")
      .replaceAll(/(?<=accepted )\d{4}-\d\d-\d\d/g, "2026-11-16");
  return { ...home, dist, steady };
}
