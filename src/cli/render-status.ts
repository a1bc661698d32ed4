/** The registrations as people see them: a block for each file. */

import { titleOf } from "../agents/registrable.ts";
import { printable } from "../platform/printable.ts";
import type { CalledAs } from "../app/app-context.ts";
import { shortened } from "./look.ts";
import { stateLines } from "./render-set-up.ts";
import type { NotInForce } from "../app/status/not-in-force.ts";
import type { Style } from "./reporter.ts";
import type { Registered } from "../app/status/registrations.ts";
import type { Status } from "../app/status/status.ts";
import type { UnrecordedFile } from "../app/status/unrecorded-files.ts";

export interface StatusLook {
  readonly style: Style;
  readonly home: string;
  /** For hints that name a command of ours. */
  readonly calledAs: CalledAs;
}

export function renderStatus({ notInForce, registrations, unregistered, unrecorded }: Status, look: StatusLook): string {
  const { style, calledAs } = look;
  const lines = [
    ...notInForce.map((one) => missingLine(one, look)),
    ...registrations.flatMap((one) => linesOf(one, look)),
    ...unrecorded.map((one) => unrecordedLine(one, look)),
    ...unregistered.map((name) => `${style("caution", "not registered")}  ${name}`),
  ];
  return lines.length === 0 ? `no agent is registered; run \`${calledAs} init\` to add one` : lines.map(printable).join("\n");
}

function missingLine({ agent, state, because, hint }: NotInForce, { style, home }: StatusLook): string {
  const whose = agent === undefined ? "" : `${style("strong", titleOf(agent))}: `;
  const ink = state === "not in force" ? "bad" : "caution";
  const short = home === "" ? because : because.replaceAll(`${home}/`, "~/");
  return `${style(ink, state)}  ${whose}${short}${hint === undefined ? "" : `; ${hint}`}`;
}

function linesOf({ file, scope, workspace, entries, state, activations, agents }: Registered, look: StatusLook): string[] {
  const { style, home, calledAs } = look;
  const titles = agents.map(titleOf).join(", ");
  const where = scope === "user" ? "for you" : `in the project ${shortened(workspace ?? "", home)}`;
  const count = `${entries.all} ${entries.all === 1 ? "entry" : "entries"}`;
  const words = {
    "as written": style("good", count),
    changed: style("caution", `${entries.there} of ${count} as written; the others were changed or removed by hand`),
    missing: style("bad", `the file is gone; run \`${calledAs} sync\` to write it again`),
  }[state];
  return [
    `${style("strong", titles)}  ${shortened(file, home)}  ${where}: ${words}`,
    ...activations.flatMap((one) => stateLines(one, style)),
  ];
}

function unrecordedLine({ file, agents, scope }: UnrecordedFile, { style, home }: StatusLook): string {
  const came = scope === "user" ? "our record of it is gone" : "came with the project";
  return `${style("strong", agents.map(titleOf).join(", "))}  ${shortened(file, home)}  ${style("caution", `calls us, and was not written from here: ${came}`)}`;
}
