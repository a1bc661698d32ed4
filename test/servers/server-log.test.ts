import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { serverWord } from "../../src/plugins/server-word.ts";
import { LOG_LIMIT, openServerLog } from "../../src/servers/server-log.ts";
import { ownFiles } from "../../src/setup/own-files.ts";
import { EVIL_NAMES } from "../attacks/evil-names.ts";
import { temporaryHome } from "../support/temporary-home.ts";

describe("MC-11 the log of a server", () => {
  test("is for the user alone, bounded, and shared by several processes", async () => {
    await using home = await temporaryHome();
    const [one, other] = [openServerLog(home.places, "p/s", "linux"), openServerLog(home.places, "p/s", "linux")];
    for (let at = 0; at < 30; at++) {
      one.append(Buffer.alloc(50_000, 97));
      other.append(Buffer.alloc(50_000, 98));
    }
    other.append(Buffer.alloc(3 * LOG_LIMIT, 99));
    one.append(Buffer.from("last\n"));
    const folder = home.at("home/.symposium/logs/servers");
    expect(readdirSync(folder).sort()).toEqual(["p-s.log", "p-s.log.old"]);
    for (const name of readdirSync(folder)) {
      expect(statSync(`${folder}/${name}`).size).toBeLessThanOrEqual(LOG_LIMIT);
      expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(one.file, "utf8").endsWith("last\n")).toBe(true);
  });

  test("a link or a folder in its place is left alone", async () => {
    await using home = await temporaryHome();
    const folder = home.at("home/.symposium/logs/servers");
    mkdirSync(`${folder}/p-folder.log`, { recursive: true });
    home.write("home/mine", "mine");
    symlinkSync(home.at("home/mine"), `${folder}/p-link.log`);
    for (const name of ["link", "folder"]) openServerLog(home.places, `p/${name}`, "linux").append(Buffer.from("text"));
    expect(home.read("home/mine")).toBe("mine");
  });

  test.each([...Object.values(EVIL_NAMES), "..", ".", ".../..", "C:\\x", "-x", "x".repeat(300)])(
    "stays in its folder, and uninstall removes it: %j",
    async (name) => {
      await using home = await temporaryHome();
      openServerLog(home.places, serverWord({ plugin: name, name: "s" }), "linux").append(Buffer.from("text"));
      openServerLog(home.places, `${name}/s`, "linux").append(Buffer.from("text"));
      expect(readdirSync(home.at("home/.symposium"))).toEqual(["logs"]);
      expect(readdirSync(home.at("home/.symposium/logs"))).toEqual(["servers"]);
      const written = readdirSync(home.at("home/.symposium/logs/servers")).map((file) => home.at("home/.symposium/logs/servers", file));
      writeFileSync(home.at("home/.symposium/logs/servers/mine.txt"), "");
      expect(ownFiles(home.places, { purge: false, home: home.home }).paths.toSorted()).toEqual(written.toSorted());
    },
  );
});
