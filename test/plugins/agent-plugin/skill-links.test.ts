/** Links in an Agent Plugin's skill: they may lead anywhere in the plugin's folder, and nowhere else. */

import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { packageText } from "../../support/agent-plugin.ts";
import { skillText } from "../../support/plugin.ts";
import { cargoHouse, type House } from "../../setup/cargo-house.ts";

const ROOT = "home/.symposium/plugins/notes";

async function linkedHouse(target: string): Promise<House> {
  const house = await cargoHouse({
    config: "sync-debounce-secs = 0\n",
    plugins: {
      notes: {
        "plugin.json": packageText({ name: "notes", extensions: { "dev.symposium": { "depends-on": "*" } } }),
        skills: { review: { "SKILL.md": skillText("review") } },
        shared: { "style.md": "first\n" },
      },
    },
  });
  house.write("home/secret.md", "mine\n");
  symlinkSync(target, house.at(ROOT, "skills/review/style.md"));
  return house;
}

describe.skipIf(process.platform === "win32")("AP-1 PL-20 a link in a skill", () => {
  test("to a file elsewhere in the plugin becomes that file, and follows its changes", async () => {
    await using house = await linkedHouse("../../shared/style.md");
    const copy = () => readFileSync(join(house.project, ".claude/skills/review/style.md"), "utf8");
    expect(await house.run(["plugin", "validate", house.at(ROOT), "--no-check-crates"])).toMatchObject({ exitCode: 0 });
    await house.sync();
    expect(copy()).toBe("first\n");
    house.write(`${ROOT}/shared/style.md`, "second, and longer\n");
    await house.sync();
    expect(copy()).toBe("second, and longer\n");
  });

  test("AP-7 out of the plugin costs the skill, and `plugin validate` says so as `sync` does", async () => {
    await using house = await linkedHouse("../../../../../secret.md");
    const said = "is a link out of the plugin, to ~/secret.md, so Symposium does not install the skill `review`";
    const checked = await house.run(["plugin", "validate", house.at(ROOT), "--no-check-crates"]);
    expect(checked.exitCode).toBe(1);
    expect(checked.stdout + checked.stderr).toContain(said);
    expect((await house.sync()).stdout).toContain(said);
    expect(house.installed()).toEqual([]);
    rmSync(house.at(ROOT, "skills/review/style.md"));
    await house.sync();
    expect(house.installed()).toEqual(["review"]);
  });
});
