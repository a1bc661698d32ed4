/** Installations as a manifest gives them. */

import type { Installation } from "../../src/installations/installation.ts";
import type { SourceEntry } from "../../src/installations/program-source.ts";
import { checkInstallation } from "../../src/plugins/check-installation.ts";

export function installationOf(entry: SourceEntry & { readonly install_commands?: readonly string[] }, folder = "/nowhere"): Installation {
  const whole = { install_commands: [], requirements: [], ...entry } as unknown as Parameters<typeof checkInstallation>[1];
  const checked = checkInstallation("tool", whole, folder);
  if (typeof checked === "string") throw new Error(checked);
  return checked;
}
