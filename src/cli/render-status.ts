/** The registrations as people see them: a block for each file. */

import { titleOf } from "../agents/registrable.ts";
import { printable } from "../platform/printable.ts";
import { counted } from "./counted.ts";
import { shortPath } from "./short-path.ts";
import type { RenderOptions } from "./render-options.ts";
import { stateLines } from "./render-set-up.ts";
import type { NotInForce } from "../app/status/not-in-force.ts";
import type { Registered } from "../app/status/registrations.ts";
import type { Status } from "../app/status/status.ts";
import type { UnrecordedFile } from "../app/status/unrecorded-files.ts";

export function renderStatus({ notInForce, registrations, unregistered, unrecorded }: Status, options: RenderOptions): string {
  const { style, calledAs } = options;
  const lines = [
    ...notInForce.map((one) => missingLine(one, options)),
    ...registrations.flatMap((one) => linesOf(one, options)),
    ...unrecorded.map((one) => unrecordedLine(one, options)),
    ...unregistered.map((name) => `${style("caution", "not registered")}  ${name}`),
  ];
  return lines.length === 0 ? `no agent is registered; run \`${calledAs} init\` to add one` : lines.map(printable).join("\n");
}

function missingLine({ agent, state, because, hint }: NotInForce, { style, home }: RenderOptions): string {
  const whose = agent === undefined ? "" : `${style("strong", titleOf(agent))}: `;
  const ink = state === "not in force" ? "bad" : "caution";
  const short = home === "" ? because : because.replaceAll(`${home}/`, "~/");
  return `${style(ink, state)}  ${whose}${short}${hint === undefined ? "" : `; ${hint}`}`;
}

function linesOf({ file, scope, workspace, entries, state, activations, agents }: Registered, options: RenderOptions): string[] {
  const { style, home, calledAs } = options;
  const titles = agents.map(titleOf).join(", ");
  const where = scope === "user" ? "for you" : `in the project ${shortPath(workspace ?? "", home)}`;
  const count = counted(entries.all, "entry", "entries");
  const words = {
    "as written": style("good", count),
    changed: style("caution", `${entries.there} of ${count} as written; the others were changed or removed by hand`),
    missing: style("bad", `the file is gone; run \`${calledAs} sync\` to write it again`),
  }[state];
  return [
    `${style("strong", titles)}  ${shortPath(file, home)}  ${where}: ${words}`,
    ...activations.flatMap((one) => stateLines(one, style)),
  ];
}

function unrecordedLine({ file, agents, scope }: UnrecordedFile, { style, home }: RenderOptions): string {
  const came = scope === "user" ? "our record of it is gone" : "came with the project";
  return `${style("strong", agents.map(titleOf).join(", "))}  ${shortPath(file, home)}  ${style("caution", `calls us, and was not written from here: ${came}`)}`;
}
