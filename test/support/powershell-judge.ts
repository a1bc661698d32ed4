/**
 * What PowerShell does with the few things our lines use, written by hand because there is no PowerShell here (where there is one, the same
 * cases are run by it as well). Names of variables and operators are matched without regard to case, as PowerShell does. It may import
 * nothing from `src`.
 */

import type { WindowsOutcome, WindowsMachine } from "./cmd-judge.ts";

/** Blanks between words, and comments over several lines, which begin behind a blank only. A line break ends a statement. */
const BLANK = "(?:[ \\t]+(?:<#(?:(?!#>)[^])*#>)?)*";

export function judgePowershell(line: string, machine: WindowsMachine): WindowsOutcome {
  const env: Record<string, string> = { ...machine.env };
  const variables: Record<string, string> = {};
  const started: string[] = [];
  let last = 0;
  let exit: number | undefined;
  let rest = line;
  const exists = (path: string) => machine.files.some((file) => file.toLowerCase() === path.toLowerCase());
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = new RegExp(`^${BLANK}(?:${pattern.source})`, "iu").exec(rest);
    if (found === null) return undefined;
    rest = rest.slice(found[0].length);
    return found;
  };
  const need = (pattern: RegExp) => {
    const found = take(pattern);
    if (found === undefined) throw new Error(`no ${pattern.source} at: ${rest}`);
    return found;
  };

  const takeEnd = () => take(/[;\n]/u);
  const statements = (runs: boolean): void => {
    do {
      if (!/^\s*(?:\}|$)/u.test(rest)) statement(runs && exit === undefined);
    } while (takeEnd());
  };
  const block = (runs: boolean) => {
    need(/\{/u);
    statements(runs);
    need(/\}/u);
  };
  const statement = (runs: boolean): void => {
    const removed = take(/Remove-Item ([\w:,]+) -ErrorAction Ignore/u);
    if (removed) {
      if (runs) for (const name of (removed[1] ?? "").split(",")) delete env[name.replace(/^Env:/iu, "")];
      return;
    }
    // A backtick takes the meaning from the sign behind it; what is printed goes nowhere, or it would be part of the answer.
    if (take(/echo `#/u)) return void need(/> \$null/u);
    if (take(/try/u)) {
      block(runs);
      need(/catch/u);
      return block(false);
    }
    if (take(/if/u)) return branches(runs);
    const code = take(/exit (\d+)/u);
    if (code) {
      if (runs) exit = Number(code[1]);
      return;
    }
    if (take(/&/u)) return start(runs);
    const [, name = ""] = need(/\$(\w+)=/u);
    const value = expression();
    if (runs) variables[name.toLowerCase()] = value;
  };
  const branches = (runs: boolean): void => {
    need(/\(/u);
    const holds = condition();
    need(/\)/u);
    block(runs && holds);
    if (take(/elseif/u)) branches(runs && !holds);
  };
  const start = (runs: boolean): void => {
    need(/\(/u);
    const program = expression();
    need(/\)/u);
    const [, words = ""] = need(/([\w.-]+(?: [\w.-]+)*)/u);
    if (!runs) return;
    started.push(`${program} ${words}`);
    last = machine.ends ?? 0;
  };
  const condition = (): boolean => {
    let holds = single();
    while (take(/-and/u)) holds = single() && holds;
    return holds;
  };
  const single = (): boolean => {
    if (take(/!/u)) return !single();
    if (take(/\$LASTEXITCODE -eq 2/u)) return last === 2;
    if (take(/\(/u)) {
      const holds = condition();
      need(/\)/u);
      return holds;
    }
    if (!take(/Test-Path -LiteralPath/u)) return expression() !== "";
    need(/\(/u);
    const path = expression();
    need(/\)/u);
    return exists(path);
  };
  const expression = (): string => {
    const [, from, name, text] = need(/(?:\$(env:)?(\w+)|['\u2018-\u201B]((?:[^'\u2018-\u201B]|['\u2018-\u201B]{2})*)['\u2018-\u201B])/u);
    const value =
      text?.replaceAll(/(['\u2018-\u201B])['\u2018-\u201B]/gu, "$1") ??
      (from === undefined ? variables[(name ?? "").toLowerCase()] : env[name ?? ""]) ??
      "";
    return take(/\+/u) ? value + expression() : value;
  };

  statements(true);
  if (rest !== "") throw new Error(`not understood: ${rest}`);
  return { exit: exit ?? last, started, env };
}
