/** The entries of `servers` in `agent.ts`, put into files by the real editors and judged by the oracle of the agent, for every transport and place (MC-2). */

import { describe, expect, test } from "vitest";

import { launcherCall } from "../../src/agents/servers.ts";
import {
  isImpossible,
  type NativeServer,
  serverFilePath,
  type ServerFiles,
  type ServerPlace,
  type ServerReader,
} from "../../src/agents/setup.ts";
import type { Editor } from "../../src/files/editor.ts";
import { jsoncEditor } from "../../src/files/editors.ts";
import { tomlEditor } from "../../src/files/splice/toml.ts";
import { yamlEditor } from "../../src/files/splice/yaml.ts";
import type { SeenServer, ServerOracle } from "../oracles/server-file.ts";
import { CORPUS_PROJECT, serverFiles } from "../setup/entries/server-files.ts";
import type { UserFile } from "../setup/entries/user-files.ts";

const EDITORS: Readonly<Record<"json" | "toml" | "yaml", Editor>> = { json: jsoncEditor, toml: tomlEditor, yaml: yamlEditor };
const ENV = { TOKEN: "s3cret", REGION: "eu", HOME: "/home/ada" };
const NAME = "guide_docs-2";
const URL = "https://docs.example/mcp";

const remote = (transport: "http" | "sse", headers: Record<string, string> = {}, url = URL): NativeServer => ({
  name: NAME,
  transport,
  url,
  headers,
});

/** What a manifest may bring, by place. */
const CASES: Readonly<Record<string, (place: ServerPlace) => NativeServer>> = {
  "a process": (place) => process(place, "linux"),
  "a process on Windows": (place) => process(place, "windows"),
  http: () => remote("http"),
  "http with a plain header": () => remote("http", { "X-Team": "docs" }),
  "http with a variable as a header": () => remote("http", { "X-Key": "${TOKEN}", "X-Team": "docs" }),
  "http with a variable as a token": () => remote("http", { Authorization: "Bearer ${TOKEN}" }),
  "http with variables inside a header": () => remote("http", { "X-Key": "key ${TOKEN} in ${REGION}" }),
  "http with a variable in the address": () => remote("http", {}, "https://${REGION}.docs.example/mcp"),
  sse: () => remote("sse"),
  "sse with a variable as a header": () => remote("sse", { "X-Key": "${TOKEN}" }),
};

const ODD: Readonly<Record<keyof ServerReader, (text: string) => string>> = {
  comment: (text) => text.replace("{", "{ // a comment\n"),
  trailingComma: (text) => text.replace(/\s*\}\s*$/, ",\n}\n"),
  byteOrderMark: (text) => `\uFEFF${text}`,
};

export interface Judged {
  /** The corpus of files for each place. */
  readonly corpus: Readonly<Partial<Record<ServerPlace, readonly UserFile[]>>>;
  /** Case, or case and place → what the agent cannot do. */
  readonly impossible?: Readonly<Record<string, string>>;
}

export function judgeServers(files: ServerFiles, oracle: ServerOracle, { corpus, impossible = {} }: Judged): void {
  const places = (["user", "local", "project"] as const).filter((place) => files[place] !== undefined);

  test("MC-2 the files are those that the agent reads", () => {
    expect(Object.fromEntries(places.map((place) => [place, serverFilePath(files[place]!, "linux")]))).toEqual(oracle.paths);
  });

  describe.each(places)("MC-2 in the %s place", (place) => {
    test.each(Object.entries(CASES))("the agent sees %s", (title, make) => {
      const server = make(place);
      const entry = files.entry(server, place);
      const reason = impossible[`${title}, ${place}`] ?? impossible[title];
      if (isImpossible(entry) || reason !== undefined) {
        expect(entry).toEqual({ impossible: reason });
        return;
      }
      expect(sees(oracle, place, added(files, place, "", entry)).servers[NAME]).toEqual(expected(server, oracle, place, files));
    });

    test.each((corpus[place] ?? []).map((file) => [file.property, file] as const))("beside what is there: %s", (_, file) => {
      const server = process(place, "linux");
      const before = sees(oracle, place, file.bytes.toString());
      const after = sees(oracle, place, added(files, place, file.bytes.toString(), files.entry(server, place)));
      if (before.refused !== undefined && file.bytes.toString().trim() !== "") {
        expect(after.refused).toBe(before.refused);
        return;
      }
      expect(after).toEqual({ skipped: before.skipped, servers: { ...before.servers, [NAME]: expected(server, oracle, place, files) } });
    });
  });

  test.each(places.flatMap((place) => Object.entries(ODD).map(([oddity, change]) => ({ place, oddity, change }))))(
    "MC-2 what the agent makes of it: $oddity, $place",
    ({ place, oddity, change }) => {
      const verdict = files[place]?.reader?.value[oddity as keyof ServerReader];
      if (verdict === undefined) return;
      const text = change(added(files, place, "", files.entry(process(place, "linux"), place)));
      expect(sees(oracle, place, text).refused === undefined).toBe(verdict === "works");
    },
  );

  test.each(places)("MC-12 a variable that the launcher needs reaches it: %s", (place) => {
    const entry = files.entry({ ...process(place, "linux"), variables: ["TOKEN", "REGION"] } as NativeServer, place);
    expect(sees(oracle, place, added(files, place, "", entry)).servers[NAME]).toMatchObject({
      env: { TOKEN: ENV.TOKEN, REGION: ENV.REGION },
    });
  });

  test.each(["{file:~/.ssh/id_ed25519}", "${file:/etc/passwd}", "{env:AWS_SECRET}", "${env:AWS_SECRET}", "$AWS_SECRET", "${AWS:-x}"])(
    "MC-12 %s in a manifest is not resolved by the agent",
    (text) => {
      for (const place of places) {
        const server = remote("http", { "X-Key": text });
        const entry = files.entry(server, place);
        if (isImpossible(entry)) continue;
        const seen = sees(oracle, place, added(files, place, "", entry), { AWS_SECRET: "stolen", AWS: "stolen" });
        expect(seen.servers[NAME]).toMatchObject({ headers: { "X-Key": text } });
      }
    },
  );

  test.each([
    "${TOKEN}",
    "Bearer ${TOKEN}",
    "$TOKEN",
    "${env:TOKEN}",
    "{env:TOKEN}",
    "${TOKEN:-x}",
    "$${TOKEN}",
    "${}",
    "50 $",
    "{}",
    "a}b",
  ])("AP-2 the agent sees the literal text %s as it is, or cannot have it", (text) => {
    for (const place of places) {
      for (const server of [remote("http", { "X-Key": text }), remote("http", {}, `${URL}?q=${text}`)]) {
        const entry = files.entry({ ...server, isLiteral: true } as NativeServer, place);
        if (isImpossible(entry)) {
          // Only text that some agent gives a meaning to.
          expect(text).toMatch(/\$[A-Za-z_{]|\{\w+:/);
          expect(entry.impossible).toMatch(/^keep ".*" as it is: this text has a meaning in its file$/);
          continue;
        }
        expect(sees(oracle, place, added(files, place, "", entry)).servers[NAME]).toMatchObject(
          server.transport === "stdio" ? {} : { url: server.url, headers: server.headers },
        );
      }
    }
  });
}

/** The corpus of an agent, or that of the agent whose file it reads too. */
export function corpusOf(agent: string, folder: "servers" | "user-servers" = "servers"): readonly UserFile[] {
  return serverFiles({ agent, folder, format: "json", tables: [] });
}

function process(place: ServerPlace, os: "linux" | "windows"): NativeServer {
  const call = launcherCall(["guide/docs"], { scope: place === "project" ? "project" : "user", os });
  return { name: NAME, transport: "stdio", ...call };
}

function added(files: ServerFiles, place: ServerPlace, text: string, value: ReturnType<ServerFiles["entry"]>): string {
  const file = files[place]!;
  if (isImpossible(value)) throw new Error(value.impossible);
  const edited = EDITORS[file.format].ensure(text, { kind: "key", path: [...file.table(CORPUS_PROJECT), NAME], value });
  if (!edited.ok) throw new Error(edited.trouble.message);
  return edited.text;
}

function sees(oracle: ServerOracle, place: ServerPlace, text: string, env: Readonly<Record<string, string>> = ENV) {
  return oracle.read({ text, place, project: CORPUS_PROJECT, env });
}

/** The server as the manifest means it, with its variables resolved. An agent that finds out the transport by itself may say so. */
function expected(server: NativeServer, oracle: ServerOracle, place: ServerPlace, files: ServerFiles): SeenServer {
  if (server.transport === "stdio")
    return { transport: "stdio", command: server.command, args: server.args, env: expect.any(Object) as Record<string, string> };
  const entry = files.entry(server, place);
  const seen = isImpossible(entry) ? undefined : sees(oracle, place, added(files, place, "", entry)).servers[NAME];
  return {
    transport: seen?.transport === "either" ? "either" : server.transport,
    url: meant(server.url),
    headers: Object.fromEntries(Object.entries(server.headers).map(([name, value]) => [name, meant(value)])),
  };
}

function meant(text: string): string {
  return text.replace("${TOKEN}", ENV.TOKEN).replace("${REGION}", ENV.REGION);
}
