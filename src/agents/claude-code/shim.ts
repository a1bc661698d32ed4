/** What Claude Code would have sent, for hooks that were written for it. */

import { MATCHED_FIELDS } from "../claude-shape/matched-fields.ts";
import type { Shim } from "../shim.ts";
import { usualNativeEvent } from "../usual-native-event.ts";
import { ruleHolds } from "./if-rule.ts";
import { hookTime } from "./payload.ts";
import { claudeMeaning } from "./shim-meaning.ts";
import { claudePayload, unknownKeys } from "./shim-payload.ts";

export const shim: Shim = {
  hookTime,
  payload: (input, where) => {
    const { event } = input;
    const nativeEvent = event === null ? undefined : usualNativeEvent(hookTime, event);
    if (event === null || nativeEvent === undefined) return undefined;
    return { nativeEvent, payload: claudePayload({ ...input, event }, nativeEvent, where) };
  },
  unknownFields: (input) => (input.event === null ? [] : unknownKeys({ ...input, event: input.event })),
  matched: MATCHED_FIELDS,
  holds: (condition, seen, where) => ruleHolds(condition, seen, where, seen.cwd ?? where.project),
  meant: claudeMeaning,
  // `CLAUDECODE` is left out: it says who calls, and Claude Code does not.
  environment: (seen, { project, pluginRoot, envFile }) => ({
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: seen.sessionId ?? "",
    ...(pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
    ...(seen.event === "SessionStart" ? { CLAUDE_ENV_FILE: envFile ?? "/dev/null" } : {}),
  }),
};
