/** One JSON document on stdout at the end of a command, whether it succeeded or not. */

import { compact, type Json, type JsonObject } from "../canonical/json.ts";
import { printableJson } from "../platform/printable.ts";
import type { Stream } from "./report-to-people.ts";
import { isShown, type FailureEvent, type MessageEvent, type Reporter, type Verbosity } from "./reporter.ts";

export function reportAsJson({ stdout, ...verbosity }: Verbosity & { readonly stdout: Stream }): Reporter {
  const messages: JsonObject[] = [];
  const document: Record<string, Json> = {};
  return {
    report: (event) => {
      if (!isShown(event, verbosity)) return;
      if (event.type === "answer") document["answer"] = event.value;
      else if (event.type === "failure") document["error"] = failure(event, verbosity);
      else messages.push(message(event));
    },
    end: () => void stdout.write(`${printableJson(JSON.stringify({ ...document, messages }, null, 2))}\n`),
  };
}

function message({ level, message, hint }: MessageEvent): JsonObject {
  return compact({ level, message, hint });
}

function failure({ code, message, hint, stack }: FailureEvent, { verbose }: Verbosity): JsonObject {
  return compact({ code, message, hint, stack: verbose ? stack : undefined });
}
