import type { Beside, Recipe } from "../recipes/recipe.ts";
import { markerOf } from "../recipes/recipe.ts";
import { REASON } from "./guard.ts";
import { answers, type Plugin } from "./plugin.ts";
import { ended, initFor, places, type Claim, type Scenario, type Seen } from "./scenario.ts";

type Kind = keyof Recipe["beside"];

const MATCHERS: Readonly<Record<Kind, { readonly claude: string; readonly neutral: string; readonly ability: string }>> = {
  shell: { claude: "Bash", neutral: "shell", ability: "a guard on the shell sees every tool that runs commands" },
  edit: { claude: "Edit|Write", neutral: "file_edit|file_write", ability: "a guard on edits sees every tool that writes files" },
};

/** The neutral name says nothing, Claude's denies: each must be asked at every call. */
function plugins(kind: Kind): readonly Plugin[] {
  const { claude, neutral } = MATCHERS[kind];
  const denies = answers("PreToolUse", { decision: "deny", reason: REASON });
  return [
    {
      name: "guarding",
      hooks: [
        { name: "neutral", event: "PreToolUse", matcher: neutral, body: "exit 0", onFailure: "closed" },
        { name: "guard", event: "PreToolUse", matcher: claude, body: denies, onFailure: "closed" },
      ],
    },
  ];
}

function judge(seen: Seen, beside: Beside): readonly Claim[] {
  const asked = beside.calls(seen.run);
  return [
    ended(seen),
    ...asked.map(({ name }, place): Claim => [`${name} (call ${place + 1}) left nothing`, seen.file(markerOf(place)) === ""]),
    ...(beside.files === undefined ? [] : [unchanged(seen, beside.files)]),
    ...["guard", "neutral"].map((hook): Claim => [
      `${hook} was asked about each of the ${asked.length} calls (${seen.handled(hook).length})`,
      seen.handled(hook).length === asked.length,
    ]),
  ];
}

function unchanged(seen: Seen, files: Readonly<Record<string, string>>): Claim {
  return ["files that were to be edited are as they were", Object.entries(files).every(([path, text]) => seen.file(path) === text.trim())];
}

/** Every tool by which the agent can do it (RT-40): what was measured is in the recipe. */
export const guardTools: readonly Scenario[] = (["shell", "edit"] as const).map((kind) => ({
  name: `guard-tools-${kind}`,
  ability: MATCHERS[kind].ability,
  group: "guards",
  forms: ["native"],
  plugins: () => plugins(kind),
  by: ({ beside }) => beside[kind],
  registering: ({ name, beside }) => [initFor([name]), places(() => beside[kind].files ?? {})],
  steps: ({ beside }, folders) => {
    const { first, calls } = beside[kind];
    return [...(first?.(folders) ?? []), ...calls(folders)].map((call) => ({ calls: [call] }));
  },
  judge: (seen) => judge(seen, seen.recipe.beside[kind]),
}));
