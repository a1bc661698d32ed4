/**
 * What a command has to say, as data. A command reports events and never writes to a stream itself; one renderer makes text
 * for people of them (the answer on stdout, everything else on stderr), another one JSON document on stdout.
 */

/** Says how a text is shown, or leaves it as it is. */
export type Style = (how: Ink, text: string) => string;

/** Colours; then `whole`, in which no line breaks, and `code`, whose line is never wrapped. */
export type Ink = "strong" | "faint" | "good" | "bad" | "caution" | "pointer" | "whole" | "code";

/** Lines, in which a line break is part of a name and is escaped. */
export type Text = (style: Style) => readonly string[];

/** What the command was asked for. */
export interface AnswerEvent {
  readonly type: "answer";
  /** Printed as JSON, without what is undefined. */
  readonly value: unknown;
  /** The same for people, without a final newline. Nothing is printed for no lines. */
  readonly text: Text;
  /** For a program that reads stdout, where that is not a terminal: these bytes instead of the text. */
  readonly raw?: string;
  /** It only reports what was done or found, and `-q` hides it. */
  readonly isReport?: true;
  /** What was found is not as it should be. */
  readonly exitCode?: 1;
}

/** What happened on the way. One sentence has no full stop. */
export interface MessageEvent {
  readonly type: "message";
  /** Details are shown under `-v` only. */
  readonly level: "detail" | "note" | "done" | "warning" | "error";
  readonly message: string;
  /** Lines below the message. */
  readonly details?: readonly string[] | undefined;
  readonly hint?: string | undefined;
}

/** Why the command did not do what it was asked for. */
export interface FailureEvent {
  readonly type: "failure";
  readonly code: string;
  readonly message: string;
  /** Lines below the message. */
  readonly details?: readonly string[] | undefined;
  readonly hint?: string | undefined;
  /** Where our own program went wrong; shown under `-v` only. */
  readonly stack?: string | undefined;
}

export type ReportEvent =
  | AnswerEvent
  /** What is about to be done, shown before a question. It is neither logged nor part of JSON. */
  | { readonly type: "preview"; readonly text: Text }
  | MessageEvent
  | FailureEvent
  /** A line of this width for a step that takes time. The next one replaces it at a terminal; it is neither logged nor part of JSON. */
  | { readonly type: "progress"; readonly text: (width: number) => string };

export interface Reporter {
  readonly report: (event: ReportEvent) => void;
  /** Writes what was kept back; nothing is reported after it. */
  readonly end: () => void;
}

export interface Verbosity {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** Whether an event is shown: `-q` leaves failures, warnings and answers that were asked for, `-v` adds details. */
export function isShown(event: ReportEvent, { quiet, verbose }: Verbosity): boolean {
  if (event.type === "failure") return true;
  if (event.type === "answer") return !quiet || event.isReport !== true;
  if (event.type === "preview" || event.type === "progress") return !quiet;
  return quiet ? event.level === "warning" || event.level === "error" : verbose || event.level !== "detail";
}

export function answer({ report }: Pick<Reporter, "report">, value: unknown, text: Text): void {
  report({ type: "answer", value, text });
}

export function tell({ report }: Pick<Reporter, "report">, value: unknown, text: Text): void {
  report({ type: "answer", value, text, isReport: true });
}

export function say({ report }: Pick<Reporter, "report">, level: MessageEvent["level"], message: string, hint?: string): void {
  report({ type: "message", level, message, hint });
}
