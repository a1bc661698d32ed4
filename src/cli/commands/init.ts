/** `init`: which agents are used and where they are told to call us; brings config, program and agents' files into that state. */

import { buildCommand } from "@stricli/core";

import type { Config } from "../../config/config.ts";
import type { CliContext } from "../cli-context.ts";
import { renderOptions } from "../render-options.ts";
import { oneOf, repeatable, toggle } from "../parameters.ts";

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
      "Writes config.toml, puts the hook program into our own directory, and registers it with each agent. What is yours in the agents' files\n" +
      "stays as it is, byte for byte. At a terminal it asks, unless one of the first four options says what is wanted.",
    customUsage: ["", "--add-agent claude --add-agent gemini", "--remove-agent gemini", "--hook-scope project", "--dry-run"],
  },
  parameters: {
    flags: {
      addAgent: repeatable("name", "Add an agent, by any of its names; repeatable"),
      removeAgent: repeatable("name", "Remove an agent; repeatable"),
      hookScope: oneOf(["global", "project"], "Register in your home folder, or in the project"),
      autoUpdate: oneOf(["on", "warn", "off"], "What to do about newer versions"),
      dryRun: toggle("Print what would be changed, as a diff, and change nothing"),
    },
  },
  async func({ dryRun, addAgent: addAgents, removeAgent: removeAgents, ...others }) {
    const { setUp } = await import("../../app/set-up.ts");
    const { renderSetUp } = await import("../render-set-up.ts");
    const { reportSetUpMessages, setUpValue, warningOf } = await import("../report-set-up.ts");
    const { leftAlone } = await import("../left-alone.ts");
    const change = { addAgents, removeAgents, ...others };
    const isAsked = this.terminal !== undefined && Object.values(change).every((value) => value === undefined);
    const choice = isAsked ? await (await import("../ask-set-up.ts")).askSetUp(this, this.terminal) : { change };
    if (choice === "cancelled") return this.report({ type: "message", level: "note", message: "nothing was changed" });
    const result = await setUp(this, { dryRun, ...choice, onProblem: (problem) => this.report(warningOf(problem)) });
    this.report({ type: "answer", value: setUpValue(result), text: (style) => renderSetUp(result, renderOptions(this, style, dryRun)) });
    reportSetUpMessages(this, result);
    const failure = leftAlone(result.files, result);
    if (failure !== undefined) throw failure;
  },
});
