/** The folders of `use --dev`, in every `status`: whatever is written there runs as the user. */

import type { DevFolder } from "../../app/trust/develop.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { RenderOptions } from "./options.ts";
import { minute } from "./plugin-status.ts";
import { shortPath } from "./short-path.ts";

export function renderDevFolders(folders: readonly DevFolder[], { style, home, calledAs }: RenderOptions): string[] {
  if (folders.length === 0) return [];
  const lines = folders.map(
    ({ folder, plugin, workspace, until }) =>
      `  ${shortPath(folder, home)} runs in ${shortPath(workspace, home)} until ${minute(until)} without asking; \`${calledAs} trust revoke ${quotedPath(plugin)}\` there ends that`,
  );
  return ["", style("strong", "whatever writes here, an agent too, runs as you"), ...lines];
}
