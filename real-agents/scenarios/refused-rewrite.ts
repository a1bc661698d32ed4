import { answers, type PluginHook } from "./plugin.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import { ended, MARKER, reached, RUN_MARKER, type Scenario, type Seen } from "./scenario.ts";

const WANTED = `echo wanted > ${MARKER}`;
const DEMAND = "Allowed only in this form:";

/** A handler that demands a command, and one that demands a path: an agent's recipe says which of the two it cannot take. */
const demanding = (more: Partial<PluginHook>) => (folders: Folders) => [
  {
    name: "demanding",
    hooks: [
      { name: "command", event: "PreToolUse", matcher: "Bash", body: demand({ command: WANTED }), ...more },
      { name: "path", event: "PreToolUse", matcher: "Write", body: demand({ file_path: `${folders.project}/wanted.txt` }), ...more },
    ],
  },
];
const demand = (updatedInput: Readonly<Record<string, string>>) => answers("PreToolUse", { updatedInput });

/** What the model does first, and what it does when it was told the form. */
const original = ({ calls, refusedRewrite }: Recipe, { project }: Folders) =>
  refusedRewrite === "path" ? calls.write(`${project}/first.txt`, "ran\n") : calls.shell(RUN_MARKER);
const inWantedForm = ({ calls, refusedRewrite }: Recipe, { project }: Folders) =>
  refusedRewrite === "path" ? calls.write(`${project}/wanted.txt`, "wanted\n") : calls.shell(WANTED);
const left = ({ recipe, file }: Seen) =>
  (recipe.refusedRewrite === "path" ? ["first.txt", "wanted.txt"] : [MARKER]).map(file).join(" ").trim();

export const refusedRewrite: readonly Scenario[] = [
  {
    name: "refused-rewrite",
    ability: "a rewrite it cannot take",
    plugins: demanding({}),
    steps: (recipe, folders) => [{ calls: [original(recipe, folders)] }, { calls: [inWantedForm(recipe, folders)] }],
    judge: (seen) => [
      ended(seen),
      reached(seen, DEMAND, 2),
      ["the model was refused once", seen.turns.length === 3 && (seen.turns[2] ?? "").split(DEMAND).length === 2],
      ["only the call in the wanted form ran", left(seen) === "wanted"],
    ],
  },
  {
    name: "refused-rewrite-warned",
    ability: "a rewrite it cannot take",
    plugins: demanding({ onUnsupported: "warn" }),
    steps: (recipe, folders) => [{ calls: [original(recipe, folders)] }],
    judge: (seen) => [
      ended(seen),
      ["the original ran", left(seen) === "ran"],
      ["the loss is in the trace", seen.trace.some(({ losses }) => losses.some(({ code }) => code === "rewrite-dropped"))],
    ],
  },
];
