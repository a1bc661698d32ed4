/** The reporter that the common flags ask for. */

import type { Context } from "../../context.ts";
import type { CommonFlags } from "../common-flags.ts";
import type { Stream } from "../terminal/open-screen.ts";
import { reportAsJson } from "./as-json.ts";
import type { Reporter } from "./reporter.ts";
import { reportToPeople } from "./to-people.ts";

export interface ReporterRequest {
  readonly flags: CommonFlags;
  readonly context: Pick<Context, "env">;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export function openReporter({ flags, context, stdout, stderr }: ReporterRequest): Reporter {
  return flags.json ? reportAsJson({ ...flags, stdout }) : reportToPeople({ ...flags, stdout, stderr, env: context.env });
}
