import { expect, test } from "vitest";

import type { IndexedServer } from "../../src/plugins/plugin.ts";
import { storeTools } from "../../src/plugins/mcp-servers/stored-tools.ts";
import { ownFiles } from "../../src/setup/own-files.ts";
import { temporaryHome } from "../support/temporary-home.ts";

const SERVER = {
  plugin: "care",
  source: "user-plugins",
  name: "docs",
  transport: "http",
  url: "http://127.0.0.1:1/mcp",
  headers: [],
} as unknown as IndexedServer;

test("MC-7, RG-14 stored lists of tools go with uninstall", async () => {
  await using home = await temporaryHome();
  storeTools(SERVER, [], home.places);
  expect(ownFiles(home.places, { purge: false, home: home.home }).paths).toEqual([home.at("home/.symposium/cache/server-tools")]);
});
