/** For authors of subcommands: programs that people and agents call as `symposium <name>`. */

export interface SubcommandInput {
  /** The manifest's `args`, then what was typed after the name. */
  readonly args: readonly string[];
  /** The caller's folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Everything on stdin; waits for its end. */
  readonly readStdin: () => string;
  /** Writes a line to stdout. */
  readonly print: (line: string) => void;
  /** Writes a line to stderr. */
  readonly warn: (line: string) => void;
}

/** Returns the exit code; nothing means 0. */
export type Subcommand = (input: SubcommandInput) => ExitCode | Promise<ExitCode>;

type ExitCode = number | undefined | void;

/** Throws what the command throws. */
export async function exitCodeOf(command: Subcommand, input: SubcommandInput): Promise<number> {
  const code: unknown = (await command(input)) ?? 0;
  if (typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= 255) return code;
  throw new TypeError(`the subcommand returned ${JSON.stringify(code)}: return an exit code from 0 to 255, or nothing`);
}
