/** `package-info`: the same as `crate-info` for any ecosystem. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, parsed } from "../parameters.ts";

export const packageInfoCommand = buildCommand<{ readonly version?: string }, [string], CliContext>({
  docs: {
    brief: "Show the version, source folder and skills of a package",
    fullDescription:
      "Prints the version of a package that this workspace uses, the folder of its source, its skills and the state of its plugin. Fetches a package\n" +
      "that is not on this machine with its package manager, unless an agent runs the command (see agents-may-fetch in config.toml).\n" +
      "Builds and runs nothing.",
    customUsage: [
      { input: "widget", brief: "Show the version in use" },
      { input: "<ecosystem>:widget", brief: "Show a package of another ecosystem" },
      { input: "widget --version 2", brief: "Show a version that meets a requirement" },
    ],
  },
  parameters: {
    positional: argument("name", "The package; with its ecosystem and a colon where the workspace does not have it"),
    flags: { version: parsed("requirement", "Require a version, written as in the package manager's files") },
  },
  async func({ version }, name) {
    const { packageInfo } = await import("../../app/packages/package-info.ts");
    const { reportPackageInfo } = await import("../report/package-info.ts");
    await reportPackageInfo(this, "Package", (about) => packageInfo(this, { name, requirement: version, ...about }));
  },
});
