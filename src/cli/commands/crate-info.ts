/** `crate-info`: where the source of a crate lies and what it brings, for an agent that wants to read it. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, parsed } from "../parameters.ts";

export const crateInfoCommand = buildCommand<{ readonly version?: string }, [string], CliContext>({
  docs: {
    brief: "Show the version, source folder and skills of a crate",
    fullDescription:
      "Prints the version of a crate that this workspace uses, the folder of its source, its skills and the state of its plugin. Fetches a crate that is\n" +
      "not on this machine with Cargo, unless an agent runs the command (see agents-may-fetch in config.toml).\n" +
      "Builds and runs nothing.",
    customUsage: [
      { input: "serde", brief: "Show the version in use" },
      { input: "serde --version 1", brief: "Show a version that meets a requirement" },
    ],
  },
  parameters: {
    positional: argument("name", "The crate; `-` and `_` are the same"),
    flags: { version: parsed("requirement", "Require a version, written as in Cargo.toml") },
  },
  async func({ version }, name) {
    const { crateInfo } = await import("../../app/crate-info.ts");
    const { reportPackageInfo } = await import("../report/package-info.ts");
    await reportPackageInfo(this, "Crate", (about) => crateInfo(this, { name, requirement: version, ...about }));
  },
});
