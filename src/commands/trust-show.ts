/** `trust show`: what a plugin would run, in full, and the digest of its files. */

import { buildCommand } from "@stricli/core";

import { shownSubject } from "../setup/trust/show-decisions.ts";
import { subjectsHere, subjectsNamed } from "../setup/trust/subjects-here.ts";
import type { CliContext } from "./cli-context.ts";
import { renderSubject } from "./consent-report.ts";
import { argument } from "./parameters.ts";

export const trustShowCommand = buildCommand<Record<never, never>, [string], CliContext>({
  docs: {
    brief: "Show what a plugin would run, and the digest of its files",
    fullDescription:
      "Shows every command, URL and variable, every file that a consent covers, and what changed since you accepted it.\n" +
      "In a script, `trust accept --digest` takes the digest that this prints.",
    customUsage: [
      { input: "house-rules", brief: "Read what house-rules would run" },
      { input: "house-rules --json", brief: "Get the digest in a script" },
    ],
  },
  parameters: { positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it") },
  async func(_flags, name) {
    const here = subjectsHere(this);
    const plugins = subjectsNamed(here, name).map((one) => shownSubject(this.places, here.book, one));
    const options = { home: this.context.home, isWhole: true };
    this.report({
      type: "answer",
      value: { plugins },
      text: (style) => plugins.flatMap((plugin, at) => [...(at === 0 ? [] : [""]), ...renderSubject(plugin, { ...options, style })]),
    });
  },
});
