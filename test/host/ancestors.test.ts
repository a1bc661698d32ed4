import { describe, expect, test } from "vitest";

import { ancestorsIn, type ListedProcess, processesOfPs, processesOfWindows } from "../../src/host/processes.ts";

const listing = (all: readonly ListedProcess[], isEnd: (pid: number) => boolean = () => false) => ({
  find: (pid: number) => all.find((one) => one.pid === pid),
  isEnd,
});
const chain = (length: number, started = (pid: number) => pid) =>
  Array.from({ length }, (_, index): ListedProcess => ({
    pid: index + 1,
    parent: index,
    started: started(index + 1),
    args: [`p${index + 1}`],
  }));

describe("PL-27 the processes above this one", () => {
  test("are all of them, however many there are", () => {
    expect(ancestorsIn(listing(chain(2_000)), 2_000)).toHaveLength(2_000);
  });

  test("are none where the parent is outside of what this process sees", () => {
    expect(ancestorsIn(listing([]), 0)).toEqual([]);
  });

  test("are not told where one of them is missing", () => {
    const all = chain(10).filter(({ pid }) => pid !== 4);
    expect(ancestorsIn(listing(all), 10)).toBeUndefined();
    expect(
      ancestorsIn(
        listing(all, (pid) => pid === 4),
        10,
      ),
    ).toHaveLength(6);
  });

  test("are not told where the first one is missing, whatever its owner", () => {
    expect(
      ancestorsIn(
        listing([], () => true),
        10,
      ),
    ).toBeUndefined();
  });

  test("are not told where they go round in a circle", () => {
    const all = [...chain(5, () => 1).slice(1), { pid: 1, parent: 5, started: 1, args: [] }];
    expect(
      ancestorsIn(
        listing(all, () => true),
        5,
      ),
    ).toBeUndefined();
  });

  test("do not go on with a younger process that got the number of a parent", () => {
    const all = chain(6, (pid) => (pid === 3 ? 99 : pid));
    expect(ancestorsIn(listing(all), 6)).toBeUndefined();
    expect(
      ancestorsIn(
        listing(all, () => true),
        6,
      )?.map(({ pid }) => pid),
    ).toEqual([6, 5, 4]);
  });
});

describe("PL-27 what `ps` on macOS prints", () => {
  const FILES = ["    1 /sbin/launchd", "  400 /Users/a/My Apps/claude", "  512 -zsh"];
  const COMMANDS = [
    "    1     0 /sbin/launchd",
    "  400     1 /Users/a/My Apps/claude --x  y",
    "  512   400 -zsh",
    "  600   512 node symposium",
  ];

  test("has files with blanks, and arguments", () => {
    expect(ancestorsIn(processesOfPs(FILES, COMMANDS), 512)).toEqual([
      { pid: 512, file: "-zsh", args: ["-zsh"] },
      { pid: 400, file: "/Users/a/My Apps/claude", args: ["/Users/a/My", "Apps/claude", "--x", "", "y"] },
      { pid: 1, file: "/sbin/launchd", args: ["/sbin/launchd"] },
    ]);
  });

  test.each([
    ["a list that ends early", COMMANDS.slice(2)],
    ["no list", []],
    ["a command line that contains a line of the list", [...COMMANDS, "  700   512 sh -c", "  400     1 /bin/zsh"]],
  ])("tells nothing in %s", (_, commands) => {
    expect(ancestorsIn(processesOfPs(FILES, commands), 512)).toBeUndefined();
  });

  test("may have lines that are part of a command", () => {
    expect(ancestorsIn(processesOfPs(FILES, [...COMMANDS, "echo 1", "", "fi"]), 512)).toHaveLength(3);
  });
});

describe("PL-27 what Windows lists", () => {
  const line = (pid: number, parent: number, started: number | "", file: string, command: string) =>
    [pid, parent, started, file, command].join("\t");
  const EXPLORER = line(80, 70, 1000, String.raw`C:\Windows\explorer.exe`, "explorer.exe");
  const CODEX = line(90, 80, 2000, String.raw`C:\Program Files\codex.exe`, String.raw`"C:\Program Files\codex.exe" exec`);
  const SHELL = line(95, 90, 3000, String.raw`C:\Windows\System32\cmd.exe`, "cmd.exe /c x");

  test("ends where a parent has ended", () => {
    expect(ancestorsIn(processesOfWindows([EXPLORER, CODEX, SHELL]), 95)).toEqual([
      { pid: 95, file: String.raw`C:\Windows\System32\cmd.exe`, args: ["cmd.exe", "/c", "x"] },
      { pid: 90, file: String.raw`C:\Program Files\codex.exe`, args: [String.raw`C:\Program Files\codex.exe`, "exec"] },
      { pid: 80, file: String.raw`C:\Windows\explorer.exe`, args: ["explorer.exe"] },
    ]);
  });

  test("ends where the parent's number belongs to a younger process", () => {
    const reused = line(70, 95, 4000, String.raw`C:\codex.exe`, "codex.exe");
    expect(ancestorsIn(processesOfWindows([EXPLORER, SHELL.replace("\t90\t", "\t80\t"), reused]), 95)?.map(({ pid }) => pid)).toEqual([
      95, 80,
    ]);
  });

  test("tells nothing without the parent, in a circle, and with two processes of one number", () => {
    expect(ancestorsIn(processesOfWindows([EXPLORER]), 95)).toBeUndefined();
    expect(ancestorsIn(processesOfWindows([line(80, 95, "", "", ""), line(95, 80, "", "", "")]), 95)).toBeUndefined();
    expect(ancestorsIn(processesOfWindows([EXPLORER, CODEX, SHELL, line(90, 80, 2000, "C:\\x.exe", "x")]), 95)).toBeUndefined();
  });

  test("has processes of the system, without file and date", () => {
    expect(ancestorsIn(processesOfWindows([line(4, 0, "", "", ""), line(95, 4, 3000, "", "x")]), 95)).toHaveLength(2);
  });
});
