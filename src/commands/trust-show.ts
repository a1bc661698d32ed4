/** `trust show`: what a plugin would run, in full, and the digest of its files. */

import { shownSubject } from "../setup/trust/show-decisions.ts";
import { subjectsHere, subjectsNamed } from "../setup/trust/subjects-here.ts";
import { argument, command } from "./command.ts";
import { renderSubject } from "./consent-report.ts";
import { answer } from "./terminal/reporter.ts";

export const trustShowCommand = command({
  brief: "Show what a plugin would run, and the digest of its files",
  about:
    "Shows every command, URL and variable, every file that a consent covers, and what changed since you accepted it.\n" +
    "In a script, `trust accept --digest` takes the digest that this prints.",
  examples: [
    { input: "house-rules", brief: "Read what house-rules would run" },
    { input: "house-rules --json", brief: "Get the digest in a script" },
  ],
  positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, _flags, name) {
    const here = subjectsHere(cli);
    const plugins = subjectsNamed(here, name).map((one) => shownSubject(cli.places, here.book, one));
    const options = { home: cli.context.home, isWhole: true };
    answer(cli, { plugins }, (style) =>
      plugins.flatMap((plugin, at) => [...(at === 0 ? [] : [""]), ...renderSubject(plugin, { ...options, style })]),
    );
  },
});
