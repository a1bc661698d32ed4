/** One JSON document on stdout at the end of a command, whether it succeeded or not. */

import { printableJson } from "../../platform/printable.ts";
import { isShown, type Reporter, type Verbosity } from "./reporter.ts";
import type { Stream } from "../terminal/open-screen.ts";

export function reportAsJson({ stdout, ...verbosity }: Verbosity & { readonly stdout: Stream }): Reporter {
  const messages: unknown[] = [];
  const document: Record<string, unknown> = {};
  return {
    report: (event) => {
      if (event.type === "answer") document["answer"] = event.value;
      if (event.type === "answer" || event.type === "preview" || event.type === "progress" || !isShown(event, verbosity)) return;
      const { type: _, ...fields } = event;
      if (event.type === "failure") document["error"] = { ...fields, stack: verbosity.verbose ? event.stack : undefined };
      else messages.push(fields);
    },
    end: () => void stdout.write(`${printableJson(JSON.stringify({ ...document, messages }, null, 2))}\n`),
  };
}
