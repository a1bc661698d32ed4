import { join } from "node:path";

import { trustOwnHooks } from "../codex-trust.ts";
import type { RegisteringStep } from "../register.ts";
import { put, read } from "../sandbox.ts";
import { registration, undisturbed } from "./registration.ts";
import { initFor, type Scenario, type Seen } from "./scenario.ts";

const ability = "a hook of the user's own stays trusted";
const about = { agents: ["codex"], others: "trusts hooks by folder or not at all" };

/** Codex binds trust to the position of a hook: ours must not move the user's, when it comes and when it goes. */
export const ownTrustedHook: readonly Scenario[] = [
  registration({
    name: "own-hook-trusted-beside-ours",
    ability,
    about,
    untrusted: true,
    silent: true,
    registering: ({ name }) => [addsHook("first"), TRUSTS, initFor([name])],
    judge: (seen) => [...undisturbed(seen), ran(seen, "first")],
  }),
  registration({
    name: "own-hooks-trusted-after-ours",
    ability,
    about,
    untrusted: true,
    silent: true,
    registering: ({ name }) => [addsHook("first"), initFor([name]), addsHook("second"), TRUSTS, { ours: ["uninstall"] }],
    judge: (seen) => [
      ...undisturbed(seen),
      ran(seen, "first", "second"),
      ["uninstall told of the empty group that it left", seen.registered.said.includes("an empty group stays")],
    ],
  }),
];

const TRUSTS: RegisteringStep = { user: trustOwnHooks };

/** Behind whatever hooks there are. */
function addsHook(word: string): RegisteringStep {
  return {
    user: ({ folders }) => {
      const file = join(folders.home, ".codex/hooks.json");
      const settings = JSON.parse(read(file) || `{"hooks":{}}`) as { hooks: Record<string, unknown[]> };
      const group = { hooks: [{ type: "command", command: `echo ${word} >> own.txt` }] };
      settings.hooks["PreToolUse"] = [...(settings.hooks["PreToolUse"] ?? []), group];
      put(file, `${JSON.stringify(settings, null, 2)}\n`);
    },
  };
}

/** In any order. */
function ran({ file }: Seen, ...words: readonly string[]) {
  return [`the user's own hooks ran: ${words.join(", ")}`, file("own.txt").split("\n").toSorted().join() === words.join()] as const;
}
