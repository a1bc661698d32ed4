/** What hooks become on each agent, as Markdown, from the tables that the converter uses. */

import { whyUnsupported } from "../src/interchange/capabilities.ts";
import { LOSS_EFFECTS, type LossEffect } from "../src/interchange/losses.ts";
import { allTargets, nativeEvent, type Target } from "../src/interchange/target.ts";
import {
  CAPABILITIES,
  type Capability,
  CAPABILITY_NAMES,
  CORE_EVENTS,
  EXTENDED_EVENTS,
  type ManifestHandler,
} from "../src/model/hook-manifest.ts";
import { code, table } from "./markdown.ts";

/** What a person can do about each effect. */
const REMEDIES: Readonly<Record<LossEffect, string>> = {
  excluded: "Use an event or a tool that the agent has, or install the hook into other agents only (`--to`).",
  refused:
    "Convert without `--no-shim`: the shim tests the matcher. Otherwise name tools instead of a pattern, remove the filter, or make the hook one that only observes.",
  blocks: "Set `degradation` to `exclude` or `warn` for that capability, if you do not need the guard there.",
  observes: "Use an event before the action, such as `before_tool_execute`.",
  dropped: "Move it into the command: `cd`, variables, a URL called with `curl`.",
  changed: "Read the reason. With `--no-shim`, adapt a script that reads a payload or answers in JSON to that agent.",
  adapted: "Nothing, unless the reason matters to the script.",
  unknown: "Nothing, unless the script reads this field: the trace names it too (`field-unknown`).",
  unwritten: "Nothing: the hook works.",
};

export function effectsTable(): string {
  const rows = Object.entries(LOSS_EFFECTS).map(([effect, meaning]) => [code(effect), meaning, REMEDIES[effect as LossEffect]]);
  return table(["effect", "what it means", "what to do"], rows);
}

/** A handler that needs the capability. */
const SAMPLES: Readonly<Partial<Record<Capability, ManifestHandler>>> = {
  llm_evaluated: { type: "prompt", prompt: "x" },
  http_handler: { type: "http", url: "https://hooks.example/" },
};

export function capabilitiesTable(): string {
  const targets = allTargets();
  const rows = targets.map((target) => [
    target.title,
    ...CAPABILITY_NAMES.map((capability) => {
      const handler = SAMPLES[capability] ?? { type: "command", command: "x" };
      const native = nativeEvent("before_tool_execute", target) ?? "";
      return whyUnsupported(capability, native, handler, target) === undefined ? "yes" : CAPABILITIES[capability];
    }),
  ]);
  return table(["agent", ...CAPABILITY_NAMES.map(code)], rows);
}

export function interchangeEventsTable(): string {
  const targets = allTargets();
  const rows = targets.map((target) => [target.title, filesOf(target), counted(CORE_EVENTS, target), counted(EXTENDED_EVENTS, target)]);
  return table(["agent", "forms and files of a project", "core events", "extended events"], rows);
}

function filesOf({ agent, files }: Target): string {
  return files.forms.map(({ name, paths }) => `${code(`${agent}:${name}`)} ${code(paths.project ?? `~/${paths.user ?? ""}`)}`).join(", ");
}

function counted(events: readonly string[], target: Target): string {
  const found = events.filter((event) => nativeEvent(event, target) !== undefined || hasSplit(event, target));
  return found.length === events.length ? "all" : `${found.length} of ${events.length}`;
}

function hasSplit(event: string, { files }: Target): boolean {
  return files.split?.some((one) => one.event === event && one.isEncoded === true) === true;
}
