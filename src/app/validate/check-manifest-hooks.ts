/** What a hook manifest says and its author would not want: scripts that cannot start, matchers that match nothing. */

import type { Context } from "../../context.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Hook, Plugin } from "../../plugins/plugin.ts";
import { matcherTrouble } from "./check-matcher.ts";
import { programTrouble, type Trouble } from "./check-programs.ts";

/** A hook of a `SYMPOSIUM.toml` starts a program; only a manifest has lines for the shell. */
export function isOfHookManifest({ command, format }: Pick<Hook, "command" | "format">): boolean {
  return command.kind === "shell" && format === "interchange";
}

export function manifestTroubles({ hooks, hooksManifest, manifest }: Plugin, context: Pick<Context, "os" | "env">): readonly Problem[] {
  return hooks.filter(isOfHookManifest).flatMap((hook) => {
    const [script] = hook.command.args;
    const program = script === undefined ? undefined : programTrouble({ kind: "executable", path: script, args: [] }, context);
    const matcher = matcherTrouble(hook);
    const troubles: Trouble[] = [
      ...(program === undefined ? [] : [{ ...program, hint: hintFor(program) }]),
      ...(matcher === undefined ? [] : [{ severity: "warning" as const, ...matcher }]),
    ];
    return troubles.map(({ message, ...rest }): Problem => ({
      file: hooksManifest ?? manifest,
      message: `${hook.name}: ${message}`,
      ...rest,
    }));
  });
}

function hintFor({ severity, hint = "" }: Trouble): string {
  return severity === "error" ? "scripts start at the manifest's folder" : hint.replace(", or declare it as `script`", "");
}
