/** `trust accept`: yes to the bytes of a plugin, after a question or by their digest. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

interface AcceptFlags {
  readonly digest?: string;
  readonly everywhere: boolean;
}

export const trustAcceptCommand = buildCommand<AcceptFlags, [string], CliContext>({
  docs: {
    brief: "Let a plugin run its code, as its files are now",
    fullDescription:
      "Shows what the plugin would run and asks. The consent counts in this workspace and for these bytes: when a file changes, nothing of the\n" +
      "plugin runs until you accept it again. An agent cannot accept for you. In a script, --digest accepts without a question.",
    customUsage: [
      { input: "house-rules", brief: "Read what would run, and decide" },
      { input: "house-rules --digest 5f2c…", brief: "Accept exactly these bytes in a script" },
      { input: "widget --everywhere", brief: "Accept a package in every workspace" },
    ],
  },
  parameters: {
    flags: {
      digest: {
        kind: "parsed",
        parse: String,
        brief: "Accept only if the files have this digest, without a question",
        placeholder: "digest",
        optional: true,
      },
      everywhere: toggle("Accept a package in every workspace (default: this one)"),
    },
    positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  },
  async func({ digest, everywhere }, name) {
    const { runAccept } = await import("../run-trust.ts");
    await runAccept(this, { name, digest, everywhere });
  },
});
