/** `use`: asks for a plugin that nothing else asks for. */

import { buildCommand } from "@stricli/core";

import { UserError } from "../../errors.ts";
import { BARE } from "../../ecosystems/bare-prefix.ts";
import type { CliContext } from "../cli-context.ts";
import { argument, toggle } from "../parameters.ts";

interface UseFlags {
  readonly global: boolean;
  readonly remove: boolean;
  readonly dev: boolean;
  readonly yes: boolean;
}

export const useCommand = buildCommand<UseFlags, [string], CliContext>({
  docs: {
    brief: "Use the plugin of a package, or a dormant one",
    fullDescription:
      "Adds the plugin to `use` under [plugins] in config.toml, for this workspace or with --global for all, and syncs. Needed for the plugins of\n" +
      "dependencies and other packages, and for dormant ones: those whose manifest does not say where they apply. Other plugins become active where\n" +
      "their dependencies are. Before code of a package runs, Symposium asks at a terminal.",
    customUsage: [
      { input: "my-plugin", brief: "Use it in this workspace" },
      { input: "my-plugin --global", brief: "Use it everywhere" },
      { input: `${BARE}:widget`, brief: "Use the plugin of a package that is not a dependency" },
      { input: "../widget", brief: "Read the dependency in a folder beside the project, and use its plugin" },
      { input: "--dev ../widget", brief: "Run whatever is in that folder for 8 hours without asking again" },
      { input: "my-plugin --remove", brief: "Stop using it in this workspace" },
    ],
  },
  parameters: {
    flags: {
      global: toggle("Use it in every workspace (default: this one)"),
      remove: toggle("Remove the entry"),
      dev: toggle("With a folder: do not ask again for 8 hours. Whatever writes there, an agent too, runs as you"),
      yes: toggle("With --remove: do not ask"),
    },
    positional: argument("plugin", "The name of a plugin, a dependency or a package, or the folder of a dependency beside the project"),
  },
  async func({ global, remove, dev, yes }, name) {
    const { usePlugin } = await import("../../app/use-plugin.ts");
    const { listeners } = await import("../report/set-up.ts");
    const { reportUse } = await import("../report/use.ts");
    const { askFirst } = await import("../ask-first.ts");
    const { isFolderWord } = await import("../../app/use-folder.ts");
    if (isFolderWord(name)) return (await import("../run-use-folder.ts")).runUseFolder(this, name, { global, remove, dev, yes });
    if (dev) throw new UserError("USAGE", "--dev needs a folder", { hint: "write its path, such as ../widget", exitCode: 2 });
    if (remove)
      await askFirst(this, yes, `Stop using ${name} ${global ? "everywhere" : "in this workspace"}? Its hooks no longer run then.`);
    reportUse(this, await usePlugin(this, { name, global, remove, update: this.update, ancestors: this.ancestors, ...listeners(this) }));
    if (remove) return;
    const { askAfterUse } = await import("../run-sync.ts");
    await askAfterUse(this, name);
  },
});
