/** A validated `[policy]`; `policy-table.ts` describes the file. */

import type { Capability } from "../canonical/hook-manifest.ts";

/** From the weakest to the strictest. */
export const RESTRICTIONS = ["allow", "managed-only", "deny"] as const;

export type Restriction = (typeof RESTRICTIONS)[number];

export interface PolicyRules {
  readonly "disable-all-hooks"?: boolean | undefined;
  readonly "allow-managed-only"?: boolean | undefined;
  readonly "disable-dev-folders"?: boolean | undefined;
  /** Only the system's policy names them. */
  readonly managed?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly events?: Readonly<Record<string, Restriction>> | undefined;
  readonly capabilities?: Readonly<Partial<Record<Capability, Restriction | undefined>>> | undefined;
  /** Not in a project's policy. */
  readonly scanner?: string | undefined;
}
