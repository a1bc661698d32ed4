/** The policies in force, from the highest level down (IX-17): system, user, project. */

import type { PolicyRules } from "../../config/policy-rules.ts";

export const POLICY_LEVELS = ["system", "user", "project"] as const;

export type PolicyLevel = (typeof POLICY_LEVELS)[number];

export interface Policy {
  readonly level: PolicyLevel;
  readonly file: string;
  readonly rules: PolicyRules;
  /** It cannot be read, and no earlier version is known: nothing that it governs runs. */
  readonly isUnread?: true;
}
