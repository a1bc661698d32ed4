/** `init`: chooses agents, and brings config, program and agents' files into that state. */

import { buildCommand } from "@stricli/core";

import type { Config } from "../../config/config.ts";
import type { CliContext } from "../cli-context.ts";
import { oneOf, repeatable, toggle } from "../parameters.ts";

interface InitFlags {
  readonly addAgent?: readonly string[];
  readonly removeAgent?: readonly string[];
  readonly hookScope?: Config["hookScope"];
  readonly autoUpdate?: Config["autoUpdate"];
  readonly recommendations?: "on" | "off";
  readonly mcpServer?: "on" | "off";
  readonly dryRun: boolean;
  readonly yes: boolean;
}

export const initCommand = buildCommand<InitFlags, [], CliContext>({
  docs: {
    brief: "Choose your agents and register hooks with them",
    fullDescription:
      "Writes config.toml, places the hook program in ~/.symposium, and registers it with each agent. Symposium changes nothing else in agents' files.\n" +
      "At a terminal it asks what the flags do not say, and shows the plan before it writes.",
    customUsage: ["", "--add-agent claude --add-agent gemini", "--remove-agent gemini", "--hook-scope project", "--yes", "--dry-run"],
  },
  parameters: {
    aliases: { y: "yes" },
    flags: {
      addAgent: repeatable("agent", "Add an agent (repeatable)"),
      removeAgent: repeatable("agent", "Remove an agent (repeatable)"),
      hookScope: oneOf(["global", "project"], "Register in your home folder or in the project (default: global)"),
      autoUpdate: oneOf(["on", "warn", "off"], "Install new versions, only report them, or never check (default: on)"),
      recommendations: oneOf(["on", "off"], "Use the plugins that the Symposium project recommends (default: on)"),
      mcpServer: oneOf(["on", "off"], "Register Symposium's own MCP server with each agent (default: on)"),
      yes: toggle("Write without asking; without agents in config.toml, take those found on this machine"),
      dryRun: toggle("Print what would change, and change nothing; -v prints the differences"),
    },
  },
  async func({ dryRun, yes, addAgent: addAgents, removeAgent: removeAgents, recommendations, mcpServer, ...others }) {
    const { runInit } = await import("../run-init.ts");
    const change = { addAgents, removeAgents, recommendations: isOn(recommendations), mcpServer: isOn(mcpServer), ...others };
    await runInit(this, { change, dryRun, yes });
  },
});

function isOn(word: "on" | "off" | undefined): boolean | undefined {
  return word === undefined ? undefined : word === "on";
}
