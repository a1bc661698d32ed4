/** Something wrong in a file a person wrote, told with the place and the way to mend it. */

export interface Position {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Problem {
  /** An error costs the item it is about; a warning costs nothing. */
  readonly severity: "error" | "warning";
  /** A warning that whoever validates the file has to mend all the same. */
  readonly failsValidation?: true;
  readonly file: string;
  readonly position?: Position;
  readonly message: string;
  /** What to do about it, in one line. */
  readonly hint?: string;
}

/** `file:line:column: message`, the form that editors and terminals make into a link. */
export function problemText({ file, position, message }: Problem): string {
  return position === undefined ? `${file}: ${message}` : `${file}:${position.line}:${position.column}: ${message}`;
}
