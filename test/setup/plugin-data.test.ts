/** What the servers of plugins wrote is neither the user's nor Symposium's: it stays unless the user asks for everything to go. */

import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { dataName } from "../../src/plugins/agent-plugin/format.ts";
import { household } from "../commands/command-line.ts";

const DATA = dataName("tools", { kind: "source", name: "user-plugins" });
const CONFIG = '[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n';

test("AP-2, RG-14 `uninstall` keeps a plugin's data, and `--purge` removes it and nothing that is not one", async () => {
  await using house = await household({ home: { ".symposium": { "config.toml": CONFIG } } });
  await house.run(["sync"]);
  const all = house.at("home/.symposium/plugin-data");
  mkdirSync(`${all}/${DATA}/deep`, { recursive: true });
  writeFileSync(`${all}/${DATA}/deep/memory`, "1");
  house.write("home/mine", "mine");
  symlinkSync(house.at("home/mine"), `${all}/${DATA}/linked`);
  mkdirSync(`${all}/notes`);
  expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(readdirSync(all).sort()).toEqual(["notes", DATA]);
  expect(house.read(`home/.symposium/plugin-data/${DATA}/deep/memory`)).toBe("1");

  const planned = await house.run(["uninstall", "--purge", "--dry-run"]);
  expect(planned.stdout).toContain(DATA);
  expect(await house.run(["uninstall", "--purge"])).toMatchObject({ exitCode: 0 });
  expect(readdirSync(all)).toEqual(["notes"]);
  expect(house.read("home/mine")).toBe("mine");
});

test("AP-2, RG-14 a folder for data that has none goes", async () => {
  await using house = await household({ home: { ".symposium": { "config.toml": CONFIG } } });
  await house.run(["sync"]);
  mkdirSync(house.at("home/.symposium/plugin-data"));
  await house.run(["uninstall"]);
  expect(house.has("home/.symposium/plugin-data")).toBe(false);
});

test.runIf(process.getuid?.() !== 0)("AP-2, RG-14 data that cannot be removed is named", async () => {
  await using house = await household({ home: { ".symposium": { "config.toml": CONFIG } } });
  await house.run(["sync"]);
  const folder = house.at("home/.symposium/plugin-data", DATA);
  mkdirSync(`${folder}/locked`, { recursive: true });
  writeFileSync(`${folder}/locked/x`, "");
  chmodSync(`${folder}/locked`, 0o500);
  const left = await house.run(["uninstall", "--purge"]);
  chmodSync(`${folder}/locked`, 0o700);
  expect(left).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(DATA) });
});
