import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import { treeOf, without } from "./tree.ts";
import { inTurns } from "../../support/thoroughness.ts";

interface Wrong {
  /** The message about the file, after its name. */
  readonly says: RegExp;
  readonly make: (file: string) => unknown;
}

const text = (content: string | Uint8Array, says: RegExp): Wrong => ({ says, make: (file) => writeFileSync(file, content) });
const AT = (place: string, words = ".") => new RegExp(`^${place}: ${words}`);

/** What cannot be parsed, or has another shape: in entries' files only. */
const UNFIT: Readonly<Record<string, Wrong>> = {
  "cut off": text('{\n  "hooks": {\n    "Stop": [', AT(":3:\\d+")),
  garbage: text("\u0000\u0001}{][ hooks", AT(":1:1")),
  "a lone bracket": text("{", AT(":1:2")),
  "a key without a value": text('{\n  "a"\n}\n', AT(":\\d:\\d")),
  "two documents": text("{}\n{}\n", AT(":2:1")),
  "hooks as a word": text('{ "hooks": "none" }\n', AT(":1:12", "`hooks` is not an object")),
  "hooks as a list": text('{\n  "hooks": []\n}\n', AT(":2:12", "`hooks` is not an object")),
  "hooks as null": text('{\n  "hooks": null\n}\n', AT(":2:12", "`hooks` is not an object")),
  "a list at the root": text("[]\n", AT(":1:1")),
  "a number": text("42\n", AT(":1:1")),
  "a text": text('"hooks"\n', AT(":1:1")),
};

const IN_THE_WAY: Readonly<Record<string, Wrong>> = {
  "invalid UTF-8": text(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), /^ is not valid UTF-8/),
  "a folder": { says: /^ is not an ordinary file/, make: (file) => mkdirSync(file) },
  "a fifo": { says: /^ is not an ordinary file/, make: (file) => spawnSync("mkfifo", [file]) },
  "a device": { says: /^ is not an ordinary file/, make: (file) => symlinkSync("/dev/zero", file) },
  "a link to itself": { says: /^ is a symbolic link that leads back to itself/, make: (file) => symlinkSync(file, file) },
  "a file for its folder": { says: /^ is below something that is not a folder/, make: fileForFolder },
  "write-protected": { says: /^ (?:is write-protected|was changed by hand)/, make: (file) => writeFileSync(file, "{}\n", { mode: 0o444 }) },
};

function fileForFolder(file: string): void {
  rmSync(dirname(file), { recursive: true });
  writeFileSync(dirname(file), "not a folder\n");
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const NAMES = OWN_HOOK_FILES.map(({ name }) => name);
/** One reader has most of their files, so in a sample two agents have each of what cannot be parsed. */
const PAIRS = NAMES.slice(0, Math.ceil(NAMES.length / 2));

describe.each(OWN_HOOK_FILES.map((agent) => [agent.name, agent] as const))("RG-10 %s", (name, { registration }) => {
  const turn = PAIRS[NAMES.indexOf(name) % PAIRS.length] ?? "";
  const kinds = registration.content.kind === "entries" ? [UNFIT, IN_THE_WAY] : [IN_THE_WAY];
  const cases = kinds.flatMap((kind) => inTurns(Object.entries(kind), turn, PAIRS));
  test.each(cases)("%s: left alone and told, and the other agent is done", async (_, { says, make }) => {
    const home = sandbox.at("homes", name);
    rmSync(home, { recursive: true, force: true });
    const file = join(home, registration.file.user);
    mkdirSync(dirname(file), { recursive: true });
    make(file);
    mkdirSync(join(home, ".symposium"));
    writeFileSync(join(home, ".symposium/config.toml"), "mcp-server = false\n");
    const other = name === "goose" ? "codex" : "goose";
    const look = () => without(treeOf(home, { times: true }), /^\.symposium\//, other === "goose" ? /^\.agents\// : /^\.codex\//);
    const before = look();

    const ran = await sandbox.run(["init", "--json", "--add-agent", name, "--add-agent", other], { home });
    expect(ran.exitCode).toBe(1);
    const { answer, error } = JSON.parse(ran.stdout) as Reported;
    const [wrong, done] = answer.files;
    expect(wrong).toMatchObject({ file, action: "refused", diff: "", remarks: [{ level: "error" }] });
    const { message, snippet } = wrong?.remarks[0] ?? { message: "" };
    expect(message.startsWith(file)).toBe(true);
    expect(message.slice(file.length)).toMatch(says);
    if (registration.content.kind === "entries") expect(JSON.parse(snippet ?? "")).toHaveProperty("hooks");
    expect(error).toMatchObject({ code: "LEFT-ALONE", message: "1 file was left as it is" });
    expect(done).toMatchObject({ action: "create" });
    expect(readFileSync(done?.file ?? "", "utf8")).toContain("symposium-hook");
    expect(ledgerOf(home)).toEqual([done?.file]);
    expect(look()).toEqual(before);

    await sandbox.run(["uninstall", "--purge"], { home });
    expect(look()).toEqual(before);
  });
});

test("RG-10 a list of one event that is an object is reported with its place", async () => {
  const home = sandbox.at("homes", "event");
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(join(home, ".claude/settings.json"), '{\n  "hooks": {\n    "Stop": {}\n  }\n}\n');
  const { stdout, stderr, exitCode } = await sandbox.run(["init", "--add-agent", "claude"], { home });
  expect(exitCode).toBe(1);
  expect(stdout).not.toContain('"hooks"');
  expect(stderr).toBe(
    "error: 1 file was left as it is\n  ~/.claude/settings.json:3:13: `hooks.Stop` is not a list\n\n" +
      "hint: fix it and run this again; `symposium sync -v` prints the lines to paste instead; everything else is done\n",
  );
});

test("RG-10 a socket in the place of the file is left alone", async () => {
  const home = sandbox.at("homes", "socket");
  mkdirSync(join(home, ".codex"), { recursive: true });
  const file = join(home, ".codex/hooks.json");
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.on("error", reject).listen(file, resolve));
  try {
    const { exitCode, stderr } = await sandbox.run(["init", "--add-agent", "codex"], { home });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("~/.codex/hooks.json is not an ordinary file");
    expect(lstatSync(file).isSocket()).toBe(true);
  } finally {
    server.close();
  }
});

test("RG-10 what was pasted by hand is taken for ours afterwards, and goes again", async () => {
  const home = sandbox.at("homes", "paste");
  mkdirSync(join(home, ".gemini"), { recursive: true });
  const file = join(home, ".gemini/settings.json");
  writeFileSync(file, "{");
  const first = await sandbox.run(["init", "--json", "--add-agent", "gemini"], { home });
  const { answer } = JSON.parse(first.stdout) as Reported;
  writeFileSync(file, answer.files[0]?.remarks[0]?.snippet ?? "");
  const second = await sandbox.run(["init", "--add-agent", "gemini"], { home });
  expect(second).toMatchObject({ exitCode: 0, stderr: "" });
  await sandbox.run(["uninstall"], { home });
  expect(existsSync(file)).toBe(false);
});

interface Reported {
  readonly answer: {
    readonly files: readonly {
      readonly file: string;
      readonly action: string;
      readonly remarks: readonly { readonly message: string; readonly snippet?: string }[];
    }[];
  };
  readonly error?: object;
}

function ledgerOf(home: string): string[] {
  const ledger = JSON.parse(readFileSync(join(home, ".symposium/ledger.json"), "utf8")) as { files: { file: string }[] };
  return ledger.files.map(({ file }) => file);
}
