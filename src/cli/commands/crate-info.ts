/** `crate-info`: where the source of a crate lies, for an agent that wants to read it. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument } from "../parameters.ts";

interface CrateInfoFlags {
  readonly version?: string;
}

export const crateInfoCommand = buildCommand<CrateInfoFlags, [string], CliContext>({
  docs: {
    brief: "Show the version and the source folder of a crate (for agents)",
    fullDescription:
      "Prints the version of a crate that this workspace uses and the folder of its source: a path dependency's own, a patched crate's local one,\n" +
      "or the one into which Cargo unpacked it. Fetches nothing.",
    customUsage: [
      { input: "serde", brief: "Show the version in use" },
      { input: "serde --version 1", brief: "Show the version in use, if it is 1.x" },
    ],
  },
  parameters: {
    positional: argument("name", "The crate; `-` and `_` are the same"),
    flags: {
      version: {
        kind: "parsed",
        parse: String,
        brief: "Require a version, written as in Cargo.toml",
        placeholder: "requirement",
        optional: true,
      },
    },
  },
  async func({ version }, name) {
    const { crateInfo } = await import("../../app/crate-info.ts");
    const info = crateInfo(this, { name, requirement: version });
    const text = () => [`Crate: ${info.name}`, `Version: ${info.version}`, `Source: ${info.source}`];
    this.report({ type: "answer", value: info, text });
  },
});
