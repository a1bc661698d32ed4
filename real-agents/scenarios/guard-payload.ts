import type { NativeCall } from "../model-server/script.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import { REASON } from "./guard.ts";
import { answers, type Plugin } from "./plugin.ts";
import { ended, initFor, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** Every name that some agent has for a file, a command or a text. */
const NAMES = [
  ...["file_path", "filePath", "path", "absolute_path", "notebook_path", "files", "source"],
  ...["command", "cmd", "script", "code", "content", "file_text", "new_string", "old_string", "pattern", "patch"],
];

/** Denies what would touch a secret, by what it is told of the call and by nothing else. It looks at every field that guards look at. */
const LOOKS = `told=$(printf '%s' "$input" | jq -c '.PreToolUse.tool_input | [.file_path, .files, .command, .content, .new_string]')
case "$told" in *secret*) ;; *) exit 0 ;; esac
${answers("PreToolUse", { decision: "deny", reason: REASON })}`;

const looking = (onFailure: "open" | "closed"): readonly Plugin[] => [
  { name: "guarding", hooks: [{ name: "guard", event: "PreToolUse", matcher: "Bash|Write|Edit", body: LOOKS, onFailure }] },
];

/** The call as the agent obeys it, with a harmless value under every other name. */
function smuggled({ args, ...call }: NativeCall): NativeCall {
  return { ...call, args: { ...Object.fromEntries(NAMES.map((name) => [name, "harmless"])), ...args } };
}

function calls({ calls: { shell, write } }: Recipe, { project }: Folders): readonly NativeCall[] {
  return [shell("echo ran > secret-0.txt"), write(`${project}/secret-1.txt`, "ran\n")].map(smuggled);
}

/** In forms that at least one agent's program reads, and in some that none does. */
const HEADINGS = [
  ...[" *** Add File: secret-0.txt", "\t*** Add File: secret-1.txt", "*** Add File:secret-2.txt", "*** Add File:  secret-3.txt"],
  ...["\u00a0*** Add File: secret-4.txt", "\ufeff*** Add File: secret-5.txt", "*** add file: secret-6.txt", "***Add File: secret-7.txt"],
];

/** An agent's own call of its patch tool, with another patch. */
function patchCall({ beside }: Recipe, folders: Folders, heading: string): NativeCall {
  const [call = { name: "apply_patch", args: {} }] = beside.edit.calls(folders);
  const text = `*** Begin Patch\n*** Add File: harmless-${heading.replaceAll(/\D/g, "")}.txt\n+ran\n${heading}\n+ran\n*** End Patch`;
  return call.text === undefined ? { ...call, args: { patchText: text } } : { ...call, text };
}

function nothingLeft(seen: Seen, count: number): readonly Claim[] {
  const places = Array.from({ length: count }, (_, place) => `secret-${place}.txt`);
  return [ended(seen), ...places.map((file): Claim => [`${file} was not written`, seen.file(file) === "" && seen.file(` ${file}`) === ""])];
}

export const guardPayload: readonly Scenario[] = [
  {
    name: "guard-smuggled-fields",
    ability: "a guard sees the fields that the agent obeys",
    group: "guards",
    longer: 2,
    forms: ["native"],
    // Open: only what it sees itself denies.
    plugins: () => looking("open"),
    registering: ({ name }) => [initFor([name])],
    steps: (recipe, folders) => calls(recipe, folders).map((call) => ({ calls: [call] })),
    judge: (seen) => [...nothingLeft(seen, 2), ["the model was asked three times", seen.turns.length >= 3]],
  },
  {
    name: "guard-odd-patches",
    ability: "a guard sees every file of an odd patch",
    group: "guards",
    longer: 3,
    forms: ["native"],
    about: { agents: ["codex", "opencode", "copilot-cli"], others: "the agent has no tool for patches" },
    plugins: () => looking("closed"),
    by: ({ beside }) => beside.edit,
    registering: ({ name }) => [initFor([name])],
    steps: (recipe, folders) => HEADINGS.map((heading) => ({ calls: [patchCall(recipe, folders, heading)] })),
    judge: (seen) => [...nothingLeft(seen, HEADINGS.length), ["the model was asked each time", seen.turns.length > HEADINGS.length]],
  },
];
