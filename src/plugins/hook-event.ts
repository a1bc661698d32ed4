/** Which event a manifest means: a neutral one in any spelling, or a native one of the agent in whose format the hook is. */

import { EVENT_NAMES, eventFromWord, meaningOf } from "../canonical/event.ts";
import { isPortableFormat, shimmedAgent } from "../canonical/handler-format.ts";
import { similarWord } from "../documents/similar-word.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import type { Hook, HookEvent } from "./plugin.ts";
import type { Finding } from "./report.ts";

/** `format` is resolved: a portable one, or our name for an agent. `only` is the agent for which alone the hook is. */
export function hookEvent(word: string, format: string, agents: AgentResolver, only?: string): (HookEvent & Named) | Finding {
  const neutral = eventFromWord(word) ?? (format === "interchange" ? eventFromInterchange(word) : undefined);
  if (neutral !== undefined) return { event: neutral };
  const isNative = !isPortableFormat(format);
  const native = agents.resolveNativeEvent(shimmedAgent(format) ?? format, word);
  if (native?.event !== undefined && (native.isOneOfSeveral !== true || !isNative)) return { event: native.event };
  if (native !== undefined && isNative) return { agent: format, native: native.native };
  const own = format === "interchange" && only !== undefined ? agents.resolveNativeEvent(only, word) : undefined;
  if (own?.named !== undefined) return { agent: only!, native: own.native, contract: { event: own.named } };
  return { message: `unknown event \`${word}\``, hint: hintFor(word, format), key: "event" };
}

/** The name by which a handler of the Hook Interchange Format knows an agent's own event. */
type Named = Pick<Hook, "contract">;

function eventFromInterchange(word: string) {
  return EVENT_NAMES.find((name) => meaningOf(name).interchange === word);
}

function hintFor(word: string, format: string): string {
  const near = similarWord(word, EVENT_NAMES);
  if (near !== undefined) return `did you mean ${near}?`;
  const known = `known events: ${EVENT_NAMES.join(", ")}`;
  if (!isPortableFormat(format)) return known;
  const place = format === "interchange" ? "`agent`: write a hook for each agent that has it, or one in a hook manifest" : "`format`";
  return `${known}; an agent's own events need that agent as ${place}`;
}
