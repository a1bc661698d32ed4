/** `export`: which folders are written to, and what changes in them. */

import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { filesIn, PLUGIN, richHousehold } from "./rich-plugin.ts";

describe("AP-5 the folder", () => {
  test("AP-5 a second export changes nothing; a changed plugin brings it up to date, and what is gone goes", async () => {
    await using home = await richHousehold();
    await home.run(["export", "widget", "--to", "out"]);
    expect(await home.run(["export", "widget", "--to", "out", "--check"])).toMatchObject({ exitCode: 0 });
    expect((await home.run(["export", "widget", "--to", "out"])).stdout).toBe("unchanged widget in <project>/out: 1 skill, 3 servers\n");
    rmSync(home.at(PLUGIN, "skills/reset/references"), { recursive: true });
    home.write(`${PLUGIN}/scripts/check.sh`, "exit 2\n");
    const check = await home.run(["export", "widget", "--to", "out", "--check"]);
    expect(check.exitCode).toBe(1);
    expect(check.stderr).toContain("error: 1 export is out of date\n");
    expect(check.stdout).toContain("  remove skills/widget-reset/references/more.md\n");
    expect(home.has("project/out/skills/widget-reset/references")).toBe(true);
    expect((await home.run(["export", "widget", "--to", "out"])).stdout).toContain("updated widget");
    expect(home.has("project/out/skills/widget-reset/references")).toBe(false);
    expect(home.read("project/out/dev.symposium/scripts/check.sh")).toBe("exit 2\n");
    expect(readdirSync(home.project).filter((name) => name.includes("symposium-export"))).toEqual([]);
  });

  test.skipIf(process.platform === "win32")("AP-5 a script that became executable is out of date", async () => {
    await using home = await richHousehold();
    home.write(`${PLUGIN}/scripts/more.sh`, "exit 0\n");
    await home.run(["export", "widget", "--to", "out"]);
    chmodSync(home.at(PLUGIN, "scripts/more.sh"), 0o755);
    const { stdout, exitCode } = await home.run(["export", "widget", "--to", "out", "--check"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining("  change dev.symposium/scripts/more.sh\n") });
    await home.run(["export", "widget", "--to", "out"]);
    expect(statSync(home.at("project/out/dev.symposium/scripts/more.sh")).mode & 0o111).not.toBe(0);
  });

  test("AP-5 --check fails on losses as --fail-on says", async () => {
    await using home = await richHousehold();
    await home.run(["export", "widget", "--to", "out"]);
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out", "--check", "--fail-on", "lossy"]);
    expect({ exitCode, last: /error: (.*)/.exec(stderr)?.[1] }).toEqual({ exitCode: 1, last: "9 losses fail the export (lossy)" });
  });

  test("AP-5 a folder in the plugin itself is refused: the next export would have this one in it", async () => {
    await using home = await richHousehold();
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", home.at(PLUGIN, "exported")]);
    expect({ exitCode, written: home.has(`${PLUGIN}/exported`) }).toEqual({ exitCode: 2, written: false });
    expect(stderr).toContain("is in the folder of widget, which is exported with all of its files; nothing was written");
  });

  test.skipIf(process.platform === "win32").each([
    ["below a file", "README.md/out", "ENOTDIR"],
    ["with a name that is too long", "x".repeat(300), "ENAMETOOLONG"],
  ])("AP-5 a place %s is a mistake of the user, and not a bug", async (_what, to, code) => {
    await using home = await richHousehold();
    home.write("project/README.md", "\n");
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", to]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`cannot be a folder (${code}); nothing was written\n`);
    expect(stderr).toContain("hint: choose a new or empty folder with --to");
  });

  test("AP-5 a file with the name of the list that an export writes is refused", async () => {
    await using home = await richHousehold({ ".exported.json": "{}\n" });
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, written: home.has("project/out") }).toEqual({ exitCode: 1, written: false });
    expect(stderr).toContain(".exported.json has the name of the list that an export writes");
  });

  test("AP-5 --dry-run writes nothing", async () => {
    await using home = await richHousehold();
    const { stdout } = await home.run(["export", "widget", "--to", "out", "--dry-run"]);
    expect(stdout).toContain("  create plugin.json\n");
    expect(home.has("project/out")).toBe(false);
  });

  test.each([
    ["someone's own folder", (at: (path: string) => string) => writeFileSync(at("notes.md"), "mine")],
    ["an export with an added file", (at: (path: string) => string) => writeFileSync(at("skills/mine.md"), "mine")],
    ["an export with a changed file", (at: (path: string) => string) => writeFileSync(at("plugin.json"), "{}")],
  ])("AP-5 %s stays as it is", async (what, change) => {
    await using home = await richHousehold();
    if (what.startsWith("an export")) await home.run(["export", "widget", "--to", "out"]);
    else mkdirSync(home.at("project/out"));
    change((path) => home.at("project/out", path));
    const before = filesIn(home, "project/out").map((path) => [path, home.read(`project/out/${path}`)]);
    home.write(`${PLUGIN}/scripts/check.sh`, "exit 2\n");
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("nothing was written") });
    expect(filesIn(home, "project/out").map((path) => [path, home.read(`project/out/${path}`)])).toEqual(before);
  });

  test.skipIf(process.platform === "win32")("AP-5 a link in an export, or to one, is not followed out of it", async () => {
    await using home = await richHousehold();
    await home.run(["export", "widget", "--to", "out"]);
    home.write("elsewhere/plugin.json", home.read("project/out/plugin.json"));
    rmSync(home.at("project/out/plugin.json"));
    symlinkSync(home.at("elsewhere/plugin.json"), home.at("project/out/plugin.json"));
    const { stderr, exitCode } = await home.run(["export", "widget", "--to", "out"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining("  plugin.json\n") });
    expect(home.has("elsewhere/plugin.json")).toBe(true);
  });

  test.each([
    [["export", "widget"], "`--to` is missing: it names the folder to write"],
    [["export", "--to", "out"], "name one plugin, or add --active"],
    [["export", "widget", "--active", "--to", "out"], "name one plugin, or add --active"],
    [["export", "widget", "--to", "."], "is the current folder"],
    [["export", "widget", "--to", ".."], "is the current folder"],
  ])("%j is a wrong command line", async (args, message) => {
    await using home = await richHousehold();
    expect(await home.run(args)).toEqual({ stdout: "", stderr: expect.stringContaining(message), exitCode: 2 });
  });

  test.each([
    [["export", "widgt", "--to", "out"], "did you mean widget?"],
    [["export", "./nothing", "--to", "out"], "does not exist"],
    [["export", "./empty", "--to", "out"], "has no manifest"],
  ])("%j says what is wrong", async (args, message) => {
    await using home = await richHousehold();
    mkdirSync(home.at("project/empty"));
    expect(await home.run(args)).toEqual({ stdout: "", stderr: expect.stringContaining(message), exitCode: 1 });
  });
});
