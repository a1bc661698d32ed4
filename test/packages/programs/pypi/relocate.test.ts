import { existsSync, linkSync, readFileSync, statSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { placePrograms, relocate, relocated } from "../../../../src/packages/programs/pypi/environment.ts";

const FROM = "/cache/.1.0.77.abc.tmp";
const shell = (python: string) => `#!/bin/sh\n'''exec' ${python} "$0" "$@"\n' '''\n`;
const moved = (text: string, to: string) => relocated(text, { from: FROM, to, python: `${to}/tools/x/bin/python` });
const LONG = `/cache/${"x".repeat(130)}`;

describe("PG-6 a script of an environment that moves", () => {
  test.each([
    ["is short", `#!${FROM}/tools/x/bin/python\n`, "/cache/1.0", "#!/cache/1.0/tools/x/bin/python\n"],
    ["has an option", `#!${FROM}/tools/x/bin/python3.12 -E -s\n`, "/cache/1.0", "#!/cache/1.0/tools/x/bin/python -E -s\n"],
    ["becomes long", `#!${FROM}/tools/x/bin/python -E\n`, LONG, shell(`"${LONG}/tools/x/bin/python" -E`)],
    ["becomes short", shell(`${FROM}/tools/x/bin/python`), "/cache/1.0", "#!/cache/1.0/tools/x/bin/python\n"],
    ["is quoted once", shell(`'${FROM}/tools/x/bin/python' -E`), "/c d", shell(`"/c d/tools/x/bin/python" -E`)],
    ["is quoted twice", shell(`"${FROM}/tools/x/bin/python"`), "/c d", shell(`"/c d/tools/x/bin/python"`)],
    ["has characters of a shell", `#!${FROM}/tools/x/bin/python\n`, '/a $b"`\\', shell(`"/a "'$'"b"'"\`\\'"/tools/x/bin/python"`)],
    ["is another's", "#!/usr/bin/env node\n", "/cache/1.0", "#!/usr/bin/env node\n"],
    ["is missing", "", "/cache/1.0", ""],
  ])("whose first line %s", (_, header, to, expected) => {
    expect(moved(`${header}VIRTUAL_ENV=${FROM}/tools/x\n\xff`, to)).toBe(`${expected}VIRTUAL_ENV=${to}/tools/x\n\xff`);
  });

  test("files that uv shares with its cache are replaced, and programs stay as they are", async () => {
    await using fixture = await createFixture({ ".into.tmp/tools/x/bin": {}, cache: {} });
    const [from, to] = [fixture.getPath(".into.tmp"), fixture.getPath("place")];
    const script = `#!${from}/tools/x/bin/python\n`;
    const program = `\x7fELF\0${from}`;
    await fixture.writeFile(".into.tmp/tools/x/pyvenv.cfg", `command = venv ${from}/tools/x\n`);
    await fixture.writeFile(".into.tmp/tools/x/uv-receipt.toml", `index-url = "http://me:secret@127.0.0.1"\n`);
    await fixture.writeFile("cache/script", script);
    await fixture.writeFile(".into.tmp/tools/x/bin/program", program);
    linkSync(fixture.getPath("cache/script"), `${from}/tools/x/bin/script`);
    const { mode } = statSync(`${from}/tools/x/bin/script`);
    relocate(`${from}/tools/x`, { from, to, os: "linux" });
    const text = (path: string) => readFileSync(`${from}/tools/x/${path}`, "utf8");
    expect(text("bin/script")).toBe(`#!${to}/tools/x/bin/python\n`);
    expect(statSync(`${from}/tools/x/bin/script`).mode).toBe(mode);
    expect(text("pyvenv.cfg")).toBe(`command = venv ${to}/tools/x\n`);
    expect(text("bin/program")).toBe(program);
    expect(readFileSync(fixture.getPath("cache/script"), "utf8")).toBe(script);
    expect(existsSync(`${from}/tools/x/uv-receipt.toml`)).toBe(false);
  });

  test("on Windows a batch file starts each console script, wherever the folder is", async () => {
    await using fixture = await createFixture({ tools: {}, bin: { old: "" } });
    const into = fixture.getPath(".").replace(/\/$/, "");
    const tool = {
      version: "1.0",
      files: ["x.exe", "native.exe", "x%y.exe", "data.py"],
      entryPoints: new Map([["x", "pkg.cli:App.main"]]),
    };
    expect(placePrograms(tool, { into, environment: `${into}/tools/pkg`, os: "windows" })).toEqual({
      x: "bin\\x.cmd",
      native: "tools\\pkg\\Scripts\\native.exe",
    });
    expect(readFileSync(`${into}/bin/x.cmd`, "utf8")).toBe(`@"%~dp0..\\tools\\pkg\\Scripts\\python.exe" "%~dp0x-script.py" %*\r\n`);
    expect(readFileSync(`${into}/bin/x-script.py`, "utf8")).toBe("import sys\nfrom pkg.cli import App\nsys.exit(App.main())\n");
    expect(existsSync(`${into}/bin/old`)).toBe(false);
  });
});
