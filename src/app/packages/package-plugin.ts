/** The state of a package's plugin here, and the command that changes it. */

import { sameFolder } from "../../platform/same-folder.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { withheld } from "../../plugins/consent/standings.ts";
import { decisionOn } from "../../plugins/packages/package-decision.ts";
import type { PackageOrigin } from "../../plugins/plugin-origin.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import type { LoadedHere } from "../plugins/load-here.ts";
import { packageReason } from "../plugins/packages-here.ts";
import { WHY } from "../plugins/plugin-here.ts";

/**
 * `waiting`: its skills count, its code needs your consent. `declined`: you said no, or `[plugins] disable` names it. `dormant`: nothing enables it
 * here. `inactive`: its gate is closed. `none`: the package brings no plugin.
 */
export interface PackagePlugin {
  readonly state: "active" | "waiting" | "declined" | "dormant" | "inactive" | "none";
  readonly reason?: string;
  /** The command that changes that, without the program's name. */
  readonly change?: string;
}

export interface PackageAsked {
  readonly origin: PackageOrigin;
  readonly carriesPlugin: boolean;
  readonly isDependency: boolean;
}

export function packagePlugin({ origin, carriesPlugin, isDependency }: PackageAsked, here: LoadedHere): PackagePlugin {
  const { config, workspace, loaded } = here;
  const found = loaded.plugins.find((one) => isOf(one, origin));
  if (found !== undefined) return loadedState(found, here);
  if (!carriesPlugin) return { state: "none" };
  if (decisionOn(origin, config, workspace?.folder ?? null) === "declined") return { state: "declined", reason: WHY.disabled ?? "" };
  const name = isDependency ? origin.name : `${origin.ecosystem}:${origin.name}`;
  const change = `use ${quotedPath(name)}${workspace === null ? " --global" : ""}`;
  return { state: "dormant", reason: "nothing enables it here", change };
}

/** A package of the workspace itself has its plugin in its own folder. */
function isOf({ origin, plugin }: LoadedPlugin, { ecosystem, name, folder }: PackageOrigin): boolean {
  if (origin.kind === "package") return origin.ecosystem === ecosystem && origin.name === name && sameFolder(origin.folder, folder);
  return origin.kind === "repository" && sameFolder(plugin.directory, folder);
}

function loadedState(loaded: LoadedPlugin, { config, workspace }: LoadedHere): PackagePlugin {
  const { state, inactive, origin, consent, plugin } = loaded;
  if (state === "disabled") return { state: "declined", reason: WHY.disabled ?? "" };
  if (state !== "active") return { state, reason: WHY[state] ?? inactive ?? "" };
  const held = consent === undefined ? undefined : withheld(consent);
  const because = origin.kind === "package" ? packageReason(origin, config, workspace) : { reason: "part of the workspace" };
  if (held === undefined || consent === undefined) return { state: "active", ...because };
  const isDeclined = consent.standing.state === "declined";
  const change =
    consent.standing.state === "unknown" ? {} : { change: `trust ${isDeclined ? "ask" : "accept"} ${quotedPath(plugin.name)}` };
  return { state: isDeclined ? "declined" : "waiting", reason: held, ...change };
}
