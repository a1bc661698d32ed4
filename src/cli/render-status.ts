/** The registrations as people see them: a block for each file. */

import { shortened, stateLines } from "./render-set-up.ts";
import type { Style } from "./reporter.ts";
import type { Registered, Status } from "./status.ts";

export function renderStatus({ programme, registrations, unregistered }: Status, style: Style, home: string): string {
  const missing = registrations.length > 0 && !programme.isThere;
  const lines = [
    ...registrations.flatMap((one) => linesOf(one, style, home)),
    ...unregistered.map((name) => `${style("caution", "not registered")}  ${name}`),
    ...(missing
      ? [`${style("bad", "missing")}  ${shortened(programme.file, home)}: agents go on without hooks; run \`init\` or \`sync\` again`]
      : []),
  ];
  return lines.length === 0 ? "no agent is registered" : lines.join("\n");
}

function linesOf({ file, scope, workspace, entries, state, activations, agents }: Registered, style: Style, home: string): string[] {
  const titles = activations.length > 0 ? activations.map(({ title }) => title).join(", ") : agents.join(", ");
  const where = scope === "user" ? "for you" : `in the project ${shortened(workspace ?? "", home)}`;
  const count = `${entries.all} ${entries.all === 1 ? "entry" : "entries"}`;
  const words = {
    "as written": style("good", count),
    changed: style("caution", `${entries.there} of ${count} as written; the others were changed or removed by hand`),
    missing: style("bad", "the file is gone; run `sync` to write it again"),
  }[state];
  return [
    `${style("strong", titles)}  ${shortened(file, home)}  ${where}: ${words}`,
    ...activations.flatMap((one) => stateLines(one, style)),
  ];
}
