/** Everything that Symposium starts carries this variable: such a process never consents for the user (PL-27). */

import type { Environment } from "../context.ts";

export const STARTED_MARK = "SYMPOSIUM_STARTED";

export function markedEnvironment<T extends Environment>(env: T): T {
  return { ...env, [STARTED_MARK]: "1" };
}
