/** Why a hook of a manifest cannot run. */

import type { Capability } from "../../canonical/hook-manifest.ts";

export interface HandlerFinding {
  /** From the hook. */
  readonly path: readonly string[];
  readonly message: string;
  readonly hint: string;
  /** What of the format we do not do. */
  readonly capability?: Capability;
}

export function isHandlerFinding(value: object): value is HandlerFinding {
  return "message" in value && "hint" in value;
}
