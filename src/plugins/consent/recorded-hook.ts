import { selectorOf } from "../../canonical/matcher.ts";
import { isOpen } from "../../predicates/predicate.ts";
import { writtenGate } from "../../predicates/print.ts";
import type { RecordedHook } from "../../trust/subject.ts";
import { sectionOf } from "../dispatch-index/section.ts";
import type { Hook, Plugin } from "../plugin.ts";

/** Enough of a hook to deny in its place. */
export function recordedHook(hook: Hook, { gate }: Pick<Plugin, "gate">): RecordedHook {
  const gates = [gate, hook.gate].filter((one) => !isOpen(one)).map(writtenGate);
  const { name, matcher, agent, except, format, native, pluginRoot, onFailure, deniesIfChanged } = hook;
  return {
    name,
    isClosed: onFailure === "closed",
    ...(deniesIfChanged === undefined ? {} : { deniesIfChanged }),
    section: sectionOf(hook),
    selector: selectorOf(matcher),
    ...(agent === undefined ? {} : { agent }),
    ...(except === undefined ? {} : { except }),
    format,
    ...(native === undefined ? {} : { native }),
    ...(pluginRoot === undefined ? {} : { pluginRoot }),
    ...(gates.length === 0 ? {} : { gates }),
  };
}
