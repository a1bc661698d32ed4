/** Installations as a manifest gives them. */

import type { Installation, SourceEntry } from "../../../src/packages/programs/program-source.ts";
import { checkInstallation } from "../../../src/plugins/manifest/installations.ts";

export function installationOf(entry: SourceEntry & { readonly install_commands?: readonly string[] }, folder = "/nowhere"): Installation {
  const whole = { install_commands: [], requirements: [], ...entry } as unknown as Parameters<typeof checkInstallation>[1];
  const checked = checkInstallation("tool", whole, folder);
  if (typeof checked === "string") throw new Error(checked);
  return checked;
}
