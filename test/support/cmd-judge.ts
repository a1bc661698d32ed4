/**
 * What `cmd /c <line>` does with the few things our lines use, written by hand because there is no `cmd` here. Variables are replaced first,
 * as `cmd` does it; then commands joined by `&`, groups, `if`, `set`, `call` and `exit` are carried out. Anything else that stands where
 * a command is expected is a program. It may import nothing from `src`.
 */

export interface WindowsMachine {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  /** The exit code of whatever is started. */
  readonly ends?: number;
}

export interface WindowsOutcome {
  readonly exit: number;
  /** The command lines that were started. */
  readonly started: readonly string[];
  /** Variables as the started program sees them. */
  readonly env: Readonly<Record<string, string>>;
}

export function judgeCmd(line: string, machine: WindowsMachine): WindowsOutcome {
  const env: Record<string, string> = { ...machine.env };
  const started: string[] = [];
  let level = 0;
  const exists = (path: string) => machine.files.some((file) => file.toLowerCase() === path.toLowerCase());

  let rest = line.replaceAll(/%(\w+)%/gu, (_, name: string) => env[name] ?? `%${name}%`);
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = new RegExp(`^\\s*(?:${pattern.source})`, "iu").exec(rest);
    if (found === null) return undefined;
    rest = rest.slice(found[0].length);
    return found;
  };

  /** `true` ends everything. */
  const sequence = (runs: boolean): boolean => {
    do if (command(runs)) return true;
    while (take(/&/u));
    return false;
  };
  const command = (runs: boolean): boolean => {
    if (take(/\(/u)) {
      const ended = sequence(runs);
      if (!ended && !take(/\)/u)) throw new Error(`no ) before: ${rest}`);
      return ended;
    }
    if (take(/if\b/u)) {
      const holds = condition();
      if (command(runs && holds)) return true;
      return take(/else\b/u) ? command(runs && !holds) : false;
    }
    const set = take(/set (\w+)=/u);
    if (set) {
      if (runs) delete env[set[1] ?? ""];
      return false;
    }
    const exit = take(/exit (\d+)/u);
    if (exit) {
      if (runs) level = Number(exit[1]);
      return runs;
    }
    const call = take(/(?:call )?([^&()]+)/u);
    if (!call) throw new Error(`no command at: ${rest}`);
    if (runs) {
      const words = (call[1] ?? "").trim();
      const isThere = exists(words.split(" ")[0] ?? "");
      if (isThere) started.push(words);
      level = isThere ? (machine.ends ?? 0) : 9009;
    }
    return false;
  };
  const condition = (): boolean => {
    if (take(/not\b/u)) return !condition();
    const exist = take(/exist (\S+)/u);
    if (exist) return exists(exist[1] ?? "");
    const defined = take(/defined (\w+)/u);
    if (defined) return env[defined[1] ?? ""] !== undefined;
    const errorlevel = take(/errorlevel (\d+)/u);
    if (errorlevel) return level >= Number(errorlevel[1]);
    throw new Error(`no condition at: ${rest}`);
  };

  sequence(true);
  return { exit: level, started, env };
}
