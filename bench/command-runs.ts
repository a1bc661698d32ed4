/** A plugin's command, help and completion, beside an empty Node program and the command alone. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { createHome, type Home } from "./homes.ts";
import type { Run } from "./starter.ts";
import type { Programs } from "./programs.ts";

export type CommandRunName = "subcommand" | "help" | "completion";

export function prepareCommandRuns(
  folder: string,
  { node, command }: Programs,
  payloadIn: (place: Home) => string,
): Record<CommandRunName, Run> {
  const home = createHome(join(folder, "commands"), { matching: 0, others: 9 });
  const manifest = join(home.path, ".symposium", "plugins", "plugin-000", "SYMPOSIUM.toml");
  writeFileSync(manifest, '\n[subcommand.nothing]\ndescription = "Does nothing"\ncommand = { executable = "/bin/true" }\n', { flag: "a" });
  const run = (...words: readonly string[]): Run => ({
    command: [node, command, ...words],
    cwd: home.project,
    env: { HOME: home.path, PATH: process.env["PATH"] ?? "" },
    stdin: "pipe",
    payload: payloadIn(home),
  });
  return { subcommand: run("nothing"), help: run("--help"), completion: run("__complete", "n") };
}
