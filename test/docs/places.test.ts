import { describe, expect, test } from "vitest";

import { placesOf } from "../../src/host/places.ts";
import { readPage } from "./markdown.ts";

const WHAT: Readonly<Record<string, Exclude<keyof ReturnType<typeof placesOf>, "base">>> = {
  "record for hook calls": "record",
  config: "config",
  "user plugins": "userPlugins",
  state: "state",
  ledger: "ledger",
  "consent to run code": "consent",
  "texts of accepted files": "consentTexts",
  "imports of agents' hooks": "imports",
  "data of plugins' servers": "pluginData",
  sessions: "sessions",
  "index, one per workspace": "index",
  "last good versions": "lastGood",
  trace: "trace",
  locks: "locks",
  "hook program": "program",
  "flags: idle events": "idleFlags",
  "flags: closed hooks": "closedFlags",
  "flags: registered for the user": "globalFlags",
  cache: "cache",
  logs: "logs",
};

const XDG = { XDG_CONFIG_HOME: "$XDG_CONFIG_HOME", XDG_CACHE_HOME: "$XDG_CACHE_HOME", XDG_STATE_HOME: "$XDG_STATE_HOME" };

describe("places on disk", () => {
  const [table = ""] = readPage("docs/places-on-disk.md").split("\n## ");
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("`"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(1);

  test("RT-27 the table has the place of every file, for SYMPOSIUM_HOME, XDG and the default", () => {
    const at = (env: Record<string, string>) => placesOf({ env, home: "~", os: "linux" });
    const own = at({ SYMPOSIUM_HOME: "$SYMPOSIUM_HOME", ...XDG });
    const [xdg, plain] = [at(XDG), at({})];
    expect(rows).toEqual(Object.entries(WHAT).map(([what, key]) => [what, ...[own, xdg, plain].map((places) => `\`${places[key]}\``)]));
    expect(new Set(Object.values(WHAT))).toEqual(new Set(Object.keys(plain).filter((key) => key !== "base")));
  });

  test("RT-27 the program, the flags and the files of a hook call never move with XDG", () => {
    const xdg = placesOf({ env: XDG, home: "~", os: "linux" });
    const staying = [
      xdg.program,
      xdg.idleFlags,
      xdg.closedFlags,
      xdg.globalFlags,
      xdg.index,
      xdg.lastGood,
      xdg.sessions,
      xdg.trace,
      xdg.locks,
      xdg.ledger,
      xdg.consent,
      xdg.consentTexts,
    ];
    expect(staying.filter((place) => !place.startsWith("~/.symposium/"))).toEqual([]);
  });
});
