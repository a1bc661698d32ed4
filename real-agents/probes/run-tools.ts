/** `bun real-agents/probes/run-tools.ts [agent…]`: renews the tables of the tools that agents offer, and of the event before each. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import { renewPart } from "./renew.ts";
import { seeTools, type CallSeen, type ToolsSeen } from "./tools/measure.ts";
import type { ToolModes } from "./tools/question.ts";

const wanted = process.argv.slice(2);
const lists = await exportsOf<ToolModes>(join(import.meta.dirname, "tools", "agents"), []);
for (const list of lists.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  const { recipe, modes } = list;
  const base = mkdtempSync(join(tmpdir(), "symposium-tools-"));
  const rows: ToolsSeen[] = [];
  for (const [place, mode] of modes.entries()) {
    const seen = await seeTools(list, mode, base, place);
    console.log(recipe.name, JSON.stringify(seen));
    rows.push(seen);
  }
  renewPart(`${recipe.name} tools`, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    ...offeredTable(rows),
    "",
    "| call | mode | the hook before the tool got |",
    "|---|---|---|",
    ...rows.flatMap((row) => row.calls.map((call) => `| \`${call.tool}\` | ${row.mode} | ${gotBy(call, row)} |`)),
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
}

/** A tool that is not offered is refused before any hook. */
function gotBy({ tool, hook }: CallSeen, { offered }: ToolsSeen): string {
  if (hook !== undefined) return `\`${hook.name}\`: ${hook.fields.join(", ")}`;
  return offered.includes(tool) ? "**nothing**" : "nothing: not offered, and refused";
}

/** The first row in full, the others by what they have more and less. */
function offeredTable(rows: readonly ToolsSeen[]): string[] {
  const [first] = rows;
  const known = new Set(first?.offered);
  return [
    "| mode | tools offered to the model |",
    "|---|---|",
    ...rows.map(({ mode, offered }, place) => {
      const more = offered.filter((name) => !known.has(name));
      const less = [...known].filter((name) => !offered.includes(name));
      const told =
        place === 0
          ? offered.join(", ")
          : [more.length > 0 ? `more: ${more.join(", ")}` : "", less.length > 0 ? `without: ${less.join(", ")}` : ""]
              .filter(Boolean)
              .join("; ");
      return `| ${mode} | ${told || "the same"} |`;
    }),
  ];
}
