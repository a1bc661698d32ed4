import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { parseConfig } from "../../src/files/config.ts";
import { planUnuse, planUse, type UseEntry } from "../../src/setup/config-edits.ts";
import { userFiles } from "./entries/user-files.ts";

const HERE = "/home/me/app";

async function edited(before: string, entry: UseEntry, act = planUse): Promise<string> {
  await using fixture = await createFixture({ "config.toml": before });
  return act(fixture.getPath("config.toml"), entry).after;
}

interface Row {
  readonly title: string;
  readonly without: string;
  readonly everywhere: string;
  readonly scoped: string;
}

const ROWS: readonly Row[] = [
  {
    title: "an empty file",
    without: "",
    everywhere: '[plugins]\nuse = ["x"]\n',
    scoped: `[plugins]\nuse = [{ name = "x", workspace = "${HERE}" }]\n`,
  },
  {
    title: "a file without the table",
    without: "# mine\nauto-sync = false # why\n",
    everywhere: '# mine\nauto-sync = false # why\n\n[plugins]\nuse = ["x"]\n',
    scoped: `# mine\nauto-sync = false # why\n\n[plugins]\nuse = [{ name = "x", workspace = "${HERE}" }]\n`,
  },
  {
    title: "a table without the list",
    without: '[plugins]\n# never\ndisable = ["y"]\n\n[[agent]]\nname = "claude"\n',
    everywhere: '[plugins]\n# never\ndisable = ["y"]\nuse = ["x"]\n\n[[agent]]\nname = "claude"\n',
    scoped: `[plugins]\n# never\ndisable = ["y"]\nuse = [{ name = "x", workspace = "${HERE}" }]\n\n[[agent]]\nname = "claude"\n`,
  },
  {
    title: "a list over several lines, with comments",
    without: '[plugins]\nuse = [\n  "a", # for tests\n  { name = "b", workspace = "/b" },\n]\n',
    everywhere: '[plugins]\nuse = [\n  "a", # for tests\n  { name = "b", workspace = "/b" },\n  "x",\n]\n',
    scoped: `[plugins]\nuse = [\n  "a", # for tests\n  { name = "b", workspace = "/b" },\n  { name = "x", workspace = "${HERE}" },\n]\n`,
  },
  {
    title: "a list on one line",
    without: 'plugins = { use = ["a"] }\n',
    everywhere: 'plugins = { use = ["a", "x"] }\n',
    scoped: `plugins = { use = ["a", { name = "x", workspace = "${HERE}" }] }\n`,
  },
];

describe("[plugins] use", () => {
  test.each(ROWS)("PL-1 $title: an entry goes in and out, and the rest stays", async ({ without, everywhere, scoped }) => {
    expect(await edited(without, { name: "x", workspace: null })).toBe(everywhere);
    expect(await edited(without, { name: "x", workspace: HERE })).toBe(scoped);
    expect(await edited(everywhere, { name: "x", workspace: null }, planUnuse)).toBe(without);
    expect(await edited(scoped, { name: "x", workspace: HERE }, planUnuse)).toBe(without);
  });

  test("L7 an entry is known in any spelling of its name, and only in its own scope", async () => {
    const text = `[plugins]\nuse = ["my_tool", { name = "my-tool", workspace = "${HERE}/" }]\n`;
    expect(await edited(text, { name: "my-tool", workspace: null })).toBe(text);
    expect(await edited(text, { name: "my_tool", workspace: HERE })).toBe(text);
    expect(await edited(text, { name: "my-tool", workspace: "/elsewhere" }, planUnuse)).toBe(text);
    expect(await edited(text, { name: "my-tool", workspace: null }, planUnuse)).toBe(
      `[plugins]\nuse = [{ name = "my-tool", workspace = "${HERE}/" }]\n`,
    );
  });

  test.each(userFiles("symposium"))("PL-1 in and out of $property", async ({ bytes }) => {
    const before = bytes.toString();
    for (const entry of [
      { name: "x", workspace: null },
      { name: "x", workspace: HERE },
    ]) {
      const used = await edited(before, entry);
      const read = parseConfig("config.toml", used.replace("\uFEFF", ""));
      const { name, workspace } = entry;
      expect(read.ok && read.config.use.at(-1)).toEqual(workspace === null ? { name } : { name, workspace });
      const asLeft = (text: string) => text.replace(/(\n)\n+$/, "$1");
      expect(asLeft(await edited(used, entry, planUnuse))).toBe(asLeft(before));
    }
  });

  test("a list of tables of their own takes another table, and refuses a plain name with its place", async () => {
    const text = '[[plugins.use]]\nname = "a"\nworkspace = "/a"\n';
    expect(await edited(text, { name: "x", workspace: HERE })).toBe(`${text}\n[[plugins.use]]\nname = "x"\nworkspace = "${HERE}"\n`);
    await expect(edited(text, { name: "x", workspace: null })).rejects.toThrow(/config\.toml:1:1: plugins\.use is a list of tables$/);
  });
});
