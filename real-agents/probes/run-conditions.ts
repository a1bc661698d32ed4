/** `bun real-agents/probes/run-conditions.ts`: puts every rule of an `if` to every call on Claude Code, and renews what the tests compare with. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { claudeCode } from "../recipes/claude-code.ts";
import { foldersIn, put, read } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { putCalls, putRules } from "./conditions/claude-code.ts";
import { probe } from "./probe.ts";

const AT_ONCE = 12;
/** Stand for the folders of the run in what is kept. */
const PROJECT = "/srv/project";
const HOME = "/home/user";

const base = mkdtempSync(join(tmpdir(), "symposium-conditions-"));
const { root, project, home } = foldersIn(join(base, claudeCode.name, "conditions"));
const rules = putRules(project, home);
const calls = putCalls(project, home);
const idOf = (place: number) => `toolu_${Math.floor(place / AT_ONCE) + 1}_${place % AT_ONCE}`;

const run = await probe(
  claudeCode,
  {
    name: "conditions",
    mcp: true,
    files: { "a.ts": "a", "src/a.ts": "a" },
    moreEnv: { ENABLE_TOOL_SEARCH: "false" },
    moreArgs: ["--tools", "Bash,Read,Edit,Write,Grep,Glob,WebFetch,WebSearch,NotebookEdit,Agent"],
    // Nothing that the model asks for runs.
    answers: { PreToolUse: { exit: 2, stderr: "not now" } },
    prepare: () => {
      put(join(root, "note.sh"), noting(join(root, "held.txt")));
      const hooks = rules.map((rule, place) => ({ type: "command", if: rule, command: `sh ${shellWord(join(root, "note.sh"))} ${place}` }));
      put(join(project, ".claude/settings.json"), JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }));
    },
    steps: () =>
      Array.from({ length: Math.ceil(calls.length / AT_ONCE) }, (_, step) => ({
        calls: calls.slice(step * AT_ONCE, (step + 1) * AT_ONCE).map(({ tool, input }) => ({ name: tool, args: input })),
      })),
  },
  base,
);

// Claude Code refuses some calls before any hook, such as an edit of a file that does not exist.
const payloads = run.hooks.filter(({ event }) => event === "PreToolUse").map(({ payload }) => JSON.parse(payload) as Seen);
const seen = calls.flatMap((_, place) => payloads.filter(({ tool_use_id }) => tool_use_id === idOf(place)));
const held = read(join(root, "held.txt")).trim().split("\n");
const kept = {
  version: claudeCode.npm.version,
  date: new Date().toISOString().slice(0, 10),
  project: PROJECT,
  home: HOME,
  calls: seen.map(({ tool_name, tool_input }) => ({ tool: tool_name, input: tool_input })),
  rules: Object.fromEntries(
    rules.map((rule, place) => [
      rule,
      seen.flatMap(({ tool_use_id }, at) => (held.includes(`${place} ${tool_use_id}`) ? [at] : [])).join(" "),
    ]),
  ),
};
const text = JSON.stringify(kept, null, 2)
  .replaceAll(project, PROJECT)
  .replaceAll(home, HOME)
  .replaceAll(join(root, "outside"), "/srv/outside");
writeFileSync(join(import.meta.dirname, "../../test/agents/claude-code/if-measured.json"), `${text}\n`);
console.log(`${rules.length} rules, ${seen.length} of ${calls.length} calls`);
rmSync(base, { recursive: true });

interface Seen {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
}

/** Writes down its argument and the identifier of the call. */
function noting(file: string): string {
  return `id=$(sed 's/.*"tool_use_id":"\\([^"]*\\)".*/\\1/')\nprintf '%s %s\\n' "$1" "$id" >> ${shellWord(file)}\n`;
}
