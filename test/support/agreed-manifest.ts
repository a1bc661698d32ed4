/** A repository whose hook manifest the user agreed to. */

import { chmodSync, rmSync } from "node:fs";

import { expect } from "vitest";

import { answer, decideSettled } from "./consented.ts";
import { commandHook, hooksText, type WrittenHook } from "./hook-manifest.ts";
import { createHome, type Home } from "./home.ts";

export const GUARD = commandHook("./guard.sh", { name: "guard", blocking: true, matcher: "shell" });
export const DENY = '#!/bin/sh\ntouch "$SYMPOSIUM_HOME/ran"\necho "not here" >&2\nexit 2\n';

/** After a first call. */
export async function agreedManifest(hooks: readonly WrittenHook[] = [GUARD]): Promise<Home> {
  const work = { ".git": { HEAD: "ref: refs/heads/main\n" }, "hooks.json": hooksText(hooks), "guard.sh": DENY };
  const home = await createHome({}, { work });
  chmodSync(home.getPath("work/guard.sh"), 0o755);
  await decideSettled(home, "accepted");
  expect(await answer(home)).toMatch(/^deny/);
  rmSync(home.getPath("ran"), { force: true });
  return home;
}
