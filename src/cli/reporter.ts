/**
 * What a command has to say, as data. A command reports events and never writes to a stream itself; one renderer makes text
 * for people of them (the answer on stdout, everything else on stderr), another one JSON document on stdout.
 */

/** Colours text, or leaves it as it is. */
export type Style = (how: Ink, text: string) => string;

export type Ink = "strong" | "faint" | "good" | "bad" | "caution" | "pointer";

/** What the command was asked for. */
export interface AnswerEvent {
  readonly type: "answer";
  /** Printed as JSON, without what is undefined. */
  readonly value: unknown;
  /** The same for people, without a final newline. */
  readonly text: (style: Style) => string;
}

/** What happened on the way. One sentence has no full stop. */
export interface MessageEvent {
  readonly type: "message";
  /** Details are shown under `-v` only. */
  readonly level: "detail" | "note" | "done" | "warning";
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Why the command did not do what it was asked for. */
export interface FailureEvent {
  readonly type: "failure";
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Where our own program went wrong; shown under `-v` only. */
  readonly stack?: string | undefined;
}

export type ReportEvent = AnswerEvent | MessageEvent | FailureEvent;

export interface Reporter {
  readonly report: (event: ReportEvent) => void;
  /** Writes what was kept back; nothing is reported after it. */
  readonly end: () => void;
}

export interface Verbosity {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Whether an event is shown: `-q` leaves the answer and failures, `-v` adds details. */
export function isShown(event: ReportEvent, { quiet, verbose }: Verbosity): boolean {
  if (event.type !== "message") return true;
  return !quiet && (verbose || event.level !== "detail");
}
