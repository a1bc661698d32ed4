import { describe, expect, test } from "vitest";

import type { Environment, OperatingSystem } from "../../src/context.ts";
import { commandLine, type Runnable } from "../../src/host/command-line.ts";

const POWERSHELL = ["-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File"];

/** The command line on a system that has exactly these files, all of them readable and executable. */
function lineOn(os: OperatingSystem, files: readonly string[], command: Partial<Runnable>, env: Environment) {
  const exists = (path: string) => files.includes(path);
  return commandLine({ kind: "executable", path: "", args: [], ...command }, os, env, { isReadable: exists, isRunnable: exists });
}

describe("on Linux and macOS", () => {
  const PATH = "/opt/bin::relative:.:/usr/bin";
  const line = (files: readonly string[], command: Partial<Runnable>, env: Environment = { PATH }) => lineOn("linux", files, command, env);
  const script = (path: string, args: readonly string[] = []) => ({ kind: "script" as const, path, args });

  test("RT-12 an executable runs directly", () => {
    expect(line([], { path: "/p/check.py", args: ["-x", "a b"] })).toEqual({ file: "/p/check.py", args: ["-x", "a b"] });
  });

  test("RT-12 a bare word is found on PATH, in order", () => {
    expect(line(["/usr/bin/jq", "/opt/bin/jq"], { path: "jq" })).toEqual({ file: "/opt/bin/jq", args: [] });
    expect(line(["/usr/bin/jq"], { path: "jq" }, {})).toEqual({ file: "/usr/bin/jq", args: [] });
    expect(line(["jq", "./jq", "/jq", "relative/jq"], { path: "jq" })).toEqual({ missing: "jq was not found" });
  });

  test("RT-12 a script runs by sh", () => {
    expect(line(["/bin/sh", "/p/a.sh"], script("/p/a.sh", ["x"]))).toEqual({ file: "/bin/sh", args: ["/p/a.sh", "x"] });
    expect(line(["/bin/sh", "/p.js/run"], script("/p.js/run"))).toEqual({ file: "/bin/sh", args: ["/p.js/run"] });
    expect(line(["/usr/bin/sh", "/p/a"], script("/p/a"))).toEqual({ file: "/usr/bin/sh", args: ["/p/a"] });
    expect(line(["/p/a"], script("/p/a"))).toEqual({ missing: "no sh was found to run the script" });
  });

  test.each([
    ["/p/a.js", "/usr/bin/node", []],
    ["/p/a.mjs", "/usr/bin/node", []],
    ["/p/a.cjs", "/usr/bin/node", []],
    ["/p/a.ts", "/usr/bin/node", []],
    ["/p/a.mts", "/usr/bin/node", []],
    ["/p/a.cts", "/usr/bin/node", []],
    ["/p/a.py", "/usr/bin/python3", []],
    ["/p/A.PY", "/usr/bin/python3", []],
    ["/p/a.ps1", "/usr/bin/pwsh", POWERSHELL],
  ] as const)("RT-12 a script that no shell can read runs by its interpreter: %s", (path, file, flags) => {
    expect(line(["/bin/sh", file, path], script(path, ["x"]))).toEqual({ file, args: [...flags, path, "x"] });
  });

  test("RT-12 the next interpreter serves where the first is missing", () => {
    expect(line(["/usr/bin/python", "/p/a.py"], script("/p/a.py"))).toEqual({ file: "/usr/bin/python", args: ["/p/a.py"] });
    expect(line(["/p/a.py"], script("/p/a.py"))).toEqual({ missing: "python3 or python was not found to run /p/a.py" });
  });

  test("RT-12 a bare script is found on PATH", () => {
    expect(line(["/bin/sh", "/opt/bin/a.sh"], script("a.sh"))).toEqual({ file: "/bin/sh", args: ["/opt/bin/a.sh"] });
  });

  test("RT-16 a script that is not there is missing, not an exit code of sh", () => {
    for (const path of ["/p/a.sh", "a.sh", "/p/a.py"]) {
      expect(line(["/bin/sh", "/usr/bin/python3"], script(path))).toEqual({ missing: `the script ${path} is missing or unreadable` });
    }
  });

  test("RT-16 folders are neither scripts nor programs", () => {
    expect(commandLine({ kind: "script", path: "/tmp", args: [] }, "linux", {})).toHaveProperty("missing");
    expect(commandLine({ kind: "executable", path: "tmp", args: [] }, "linux", { PATH: "/" })).toHaveProperty("missing");
  });
});

describe("on Windows", () => {
  const env = {
    Path: "C:\\tools;relative;C:\\Git\\cmd",
    PathExt: ".COM;.EXE;.BAT;.CMD",
    ProgramFiles: "C:\\Program Files",
    SystemRoot: "D:\\W",
  };
  const line = (files: readonly string[], command: Partial<Runnable>, more: Environment = {}) =>
    lineOn("windows", files, command, { ...env, ...more });
  const script = (path: string) => ({ kind: "script" as const, path });

  test("RT-12 a word and a path are completed with the extensions of PATHEXT", () => {
    expect(line(["C:\\tools\\jq", "C:\\tools\\jq.exe"], { path: "jq" })).toEqual({ file: "C:\\tools\\jq.exe", args: [] });
    expect(line(["C:\\p\\check.exe"], { path: "C:\\p\\check" })).toEqual({ file: "C:\\p\\check.exe", args: [] });
    expect(line(["C:\\p\\check.EXE"], { path: "C:\\p\\check.EXE" })).toEqual({ file: "C:\\p\\check.EXE", args: [] });
    expect(line(["relative\\jq.exe"], { path: "jq" })).toEqual({ missing: "jq was not found" });
  });

  test("RT-12 a batch file runs by cmd, its arguments out of reach of cmd's own syntax", () => {
    const args = ["a b", 'say "x" & del', "%PATH%", "C:\\dir\\"];
    expect(line(["C:\\tools\\lint.cmd"], { path: "lint", args })).toEqual({
      file: "C:\\Windows\\System32\\cmd.exe",
      args: ["/e:ON", "/v:OFF", "/d", "/s", "/c", `""C:\\tools\\lint.cmd" "a b" "say ""x"" & del" "%%cd:~,%PATH%%cd:~,%" "C:\\dir\\\\""`],
      verbatim: true,
    });
    expect(line(["C:\\tools\\lint.cmd"], { path: "lint", args: ["a\nb"] })).toHaveProperty("missing");
  });

  test.each([
    [["C:\\Git\\cmd\\git.exe", "C:\\Git\\bin\\sh.exe"], "C:\\Git\\bin\\sh.exe"],
    [["C:\\Git\\cmd\\git.exe", "C:\\Git\\usr\\bin\\sh.exe"], "C:\\Git\\usr\\bin\\sh.exe"],
    [["C:\\Program Files\\Git\\bin\\sh.exe", "C:\\tools\\sh.exe"], "C:\\Program Files\\Git\\bin\\sh.exe"],
    [["C:\\tools\\sh.exe"], "C:\\tools\\sh.exe"],
  ])("RT-12 a script runs by Git's sh: %j", (files, file) => {
    expect(line([...files, "C:\\p\\a.sh"], script("C:\\p\\a.sh"))).toEqual({ file, args: ["C:/p/a.sh"] });
  });

  test.each([
    ["C:\\p\\a.js", "C:\\tools\\node.exe", []],
    ["C:\\p\\a.py", "C:\\tools\\python.exe", []],
    ["C:\\p\\a.py", "C:\\tools\\py.exe", ["-3"]],
    ["C:\\p\\a.ps1", "C:\\tools\\powershell.exe", POWERSHELL],
    ["C:\\p\\a.ps1", "C:\\tools\\pwsh.exe", POWERSHELL],
  ])("RT-12 other scripts run by their interpreter, declared as script or as executable: %s by %s", (path, file, flags) => {
    const wanted = { file, args: [...flags, path] };
    expect(line([file, path], script(path))).toEqual(wanted);
    expect(line([file, path], { path })).toEqual(wanted);
  });

  test("RT-34 no variable chooses the programs of Windows, nor Git's shell, where they lie in their usual places", () => {
    const usual = ["C:\\Windows\\System32\\cmd.exe", "C:\\Program Files\\Git\\bin\\sh.exe"];
    const others = [
      "D:\\W\\System32\\cmd.exe",
      "D:\\evil\\Git\\bin\\sh.exe",
      "D:\\evil.exe",
      "evil\\Git\\bin\\sh.exe",
      "evil\\System32\\cmd.exe",
    ];
    const files = ["C:\\tools\\lint.cmd", "C:\\p\\a.sh", ...others];
    const evil = { ComSpec: "D:\\evil.exe", ProgramFiles: "D:\\evil" };
    expect(line([...files, ...usual], { path: "lint" }, evil)).toMatchObject({ file: usual[0] });
    expect(line([...files, ...usual], script("C:\\p\\a.sh"), evil)).toMatchObject({ file: usual[1] });
    // Windows may lie elsewhere, but not where the folder of the call decides.
    expect(line(files, { path: "lint" }, evil)).toMatchObject({ file: "D:\\W\\System32\\cmd.exe" });
    const relative = { ProgramFiles: "evil", SystemRoot: "evil" };
    expect(line(files, { path: "lint" }, relative)).toMatchObject({ file: usual[0] });
    expect(line(files, script("C:\\p\\a.sh"), relative)).toHaveProperty("missing");
  });

  test("RT-34 a folder of PATH that goes on from the current one of its drive is relative", () => {
    expect(line(["C:tools\\jq.exe"], { path: "jq" }, { Path: "C:tools" })).toHaveProperty("missing");
  });

  test("RT-16 without Git there is no sh, and it is reported", () => {
    expect(line(["C:\\p\\a.sh"], script("C:\\p\\a.sh"))).toEqual({ missing: "no sh was found to run the script" });
  });
});
