/** `init`: which agents are used and where they are told to call us; brings config, programme and agents' files into that state. */

import { buildCommand } from "@stricli/core";

import type { Config } from "../../config/config.ts";
import type { CliContext } from "../cli-context.ts";

interface InitFlags {
  readonly addAgent?: readonly string[];
  readonly removeAgent?: readonly string[];
  readonly hookScope?: Config["hookScope"];
  readonly autoUpdate?: Config["autoUpdate"];
  readonly dryRun: boolean;
}

export const initCommand = buildCommand<InitFlags, [], CliContext>({
  docs: {
    brief: "Choose your agents and register hooks with them",
    fullDescription:
      "Writes config.toml, puts the hook programme into our own directory, and registers it with each agent. What is yours in the agents' files\n" +
      "stays as it is, byte for byte. At a terminal it asks, unless one of the first four options says what is wanted.",
    customUsage: ["", "--add-agent claude --add-agent gemini", "--remove-agent gemini", "--hook-scope project", "--dry-run"],
  },
  parameters: {
    flags: {
      addAgent: {
        kind: "parsed",
        parse: String,
        brief: "Add an agent, by any of its names; repeatable",
        placeholder: "name",
        optional: true,
        variadic: true,
      },
      removeAgent: {
        kind: "parsed",
        parse: String,
        brief: "Remove an agent; repeatable",
        placeholder: "name",
        optional: true,
        variadic: true,
      },
      hookScope: {
        kind: "enum",
        values: ["global", "project"],
        brief: "Register in your home folder, or in the project",
        placeholder: "global|project",
        optional: true,
      },
      autoUpdate: {
        kind: "enum",
        values: ["on", "warn", "off"],
        brief: "What to do about newer versions",
        placeholder: "on|warn|off",
        optional: true,
      },
      dryRun: { kind: "boolean", brief: "Print what would be changed, as a diff, and change nothing", default: false, withNegated: false },
    },
  },
  async func({ dryRun, addAgent: addAgents, removeAgent: removeAgents, ...others }) {
    const { chooseSetUp } = await import("../choose-set-up.ts");
    const { setUp } = await import("../../app/set-up.ts");
    const { renderSetUp } = await import("../render-set-up.ts");
    const { reportSetUpMessages, setUpValue, warningOf } = await import("../report-set-up.ts");
    const { leftAlone } = await import("../left-alone.ts");
    const choice = await chooseSetUp(this, { ...(addAgents && { addAgents }), ...(removeAgents && { removeAgents }), ...others });
    if (choice === "cancelled") return this.report({ type: "message", level: "note", message: "nothing was changed" });
    const result = await setUp(this, { dryRun, ...choice, onProblem: (problem) => this.report(warningOf(problem)) });
    const { home } = this.context;
    this.report({ type: "answer", value: setUpValue(result), text: (style) => renderSetUp(result, { style, home, dryRun }) });
    reportSetUpMessages(this, result);
    const failure = leftAlone(result.files, result);
    if (failure !== undefined) throw failure;
  },
});
