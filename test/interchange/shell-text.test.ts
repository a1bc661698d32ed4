/** Generated commands through the real shell: nothing of a manifest is read as code. */

import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { curlCommand, replyCommand } from "../../src/interchange/encode-handler.ts";
import { quotedWord } from "../../src/model/safe-text.ts";
import { times } from "../support/thoroughness.ts";

const HOSTILE = [
  "'; touch pwned; '",
  "$(touch pwned)",
  "`touch pwned`",
  "\\",
  "%s%n",
  "a\nb",
  "-e",
  "--",
  "\u2028",
  "'\"'\"'",
  "${HOME}",
  "!!",
];

function shell(command: string, env: Readonly<Record<string, string>> = {}) {
  return spawnSync("/bin/sh", ["-c", command], { env: { PATH: process.env["PATH"] ?? "", ...env }, encoding: "utf8", cwd: "/" });
}

describe("IX-18 a quoted text is one word", () => {
  test.each(HOSTILE)("%j", (text) => {
    expect(shell(`printf '%s|' ${quotedWord(text)} end`).stdout).toBe(`${text}|end|`);
  });

  test("whatever it contains, but for NUL, which no command can hold", () => {
    const texts = fc.sample(fc.string({ unit: "binary" }), times({ sample: 100, all: 1000, proof: 10_000 }));
    const command = texts.map((text) => `printf '%s\\0' ${quotedWord(text)}`).join("\n");
    expect(shell(command).stdout).toBe(texts.map((text) => `${text.replaceAll("\0", "")}\0`).join(""));
  });
});

describe("IX-6, IX-18 a command that always gives one answer", () => {
  test.each(HOSTILE)("%j", (text) => {
    const { stdout, stderr, status } = shell(replyCommand({ stdout: text, stderr: text, exitCode: 2 }));
    expect([stdout, stderr, status]).toEqual([text, text, 2]);
  });
});

describe("IX-6 an HTTP hook as a command", () => {
  test.skipIf(shell("command -v curl").status !== 0)("sends payload and headers, and takes variables that are allowed alone", async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (bytes: Buffer) => (body += bytes.toString()));
      request.on("end", () => {
        seen.push([request.method, request.url, request.headers["x-token"], request.headers["x-other"], body]);
        if (request.url === "/moved") response.writeHead(302, { location: "/hook" });
        response.end('{"decision":"deny"}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const call = (path: string) => {
      const url = `http://127.0.0.1:${port}${path}`;
      const command = curlCommand({
        type: "http",
        url,
        headers: { "X-Token": "Bearer $TOKEN '", "X-Other": "${SECRET} $(id)" },
        allowed_env_vars: ["TOKEN"],
      });
      return shellAsync(command, { TOKEN: "t'0k", SECRET: "s3cret" }, '{"tool":1}');
    };
    expect(await call("/hook?a=1&b='2")).toMatchObject({ stdout: '{"decision":"deny"}', code: 0 });
    // Exit codes of curl would deny on Copilot CLI and Gemini CLI.
    expect(await call("/moved")).toMatchObject({ stdout: "", code: 0 });
    server.close();
    expect(seen[0]).toEqual(["POST", "/hook?a=1&b='2", "Bearer t'0k '", "${SECRET} $(id)", '{"tool":1}']);
    expect(seen).toHaveLength(2);
  });
});

async function shellAsync(command: string, env: Readonly<Record<string, string>>, input: string) {
  const { spawn } = await import("node:child_process");
  const child = spawn("/bin/sh", ["-c", command], { env: { PATH: process.env["PATH"] ?? "", ...env } });
  let stdout = "";
  child.stdout.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
  child.stdin.end(input);
  return new Promise<{ readonly stdout: string; readonly code: number | null }>((resolve) =>
    child.on("close", (code) => resolve({ stdout, code })),
  );
}
