import { expect, test } from "vitest";

import { pack } from "../../support/cargo-workspace.ts";
import { answer, DENY } from "../../support/consented.ts";
import { createHome, type Home } from "../../support/home.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { household } from "../../commands/command-line.ts";

const CRATE = ".cargo/registry/src/registry.example-0123456789abcdef/widget-1.2.3";
const WIDGET = { "Cargo.toml": pack("widget", "", "1.2.3"), "SYMPOSIUM.toml": hook("deny"), "deny.sh": DENY };
const GUIDE = manifestText("guide", '[[plugins]]\nsource.cargo = "widget"\n');
const CONFIG = "[defaults]\nsymposium-recommendations = false\n";

test.each([
  ["that a source leads to", CONFIG],
  ["that the user enabled everywhere", `${CONFIG}user-plugins = false\n[plugins]\nuse = ["widget"]\n`],
])("PL-16 outside any workspace the code of a package %s does not run without consent", async (_, config) => {
  await using home: Home = await createHome({ guide: { "SYMPOSIUM.toml": GUIDE } }, { "config.toml": config, [CRATE]: WIDGET });
  expect(await answer(home)).toBe("");
});

test("PL-17 outside any workspace a decision counts only for everywhere", async () => {
  const home = { ".symposium": { "config.toml": CONFIG, "plugins/guide/SYMPOSIUM.toml": GUIDE }, [CRATE]: WIDGET };
  await using here = await household({ home });
  const run = (...args: string[]) => here.run(args, { cwd: here.home });
  const shown = JSON.parse((await run("trust", "show", "widget", "--json")).stdout) as {
    answer: { plugins: { digest: string; state: string }[] };
  };
  const { digest = "", state } = shown.answer.plugins[0] ?? {};
  expect(state).toBe("waiting");
  expect(await run("trust", "accept", "widget", "--digest", digest)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("a decision on `widget` counts in a workspace, and this folder is not in one"),
  });
  expect(await run("trust", "accept", "widget", "--digest", digest, "--everywhere")).toMatchObject({ exitCode: 0 });
  expect((await run("trust", "list")).stdout).toMatch(/accepted +widget/);
  expect((await here.run(["trust", "list"])).stdout).toMatch(/accepted +widget/);
});
