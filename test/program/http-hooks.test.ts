/** Hooks of type http, through the built programs, against servers on loopback that answer in every way. */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { manifestFolder, type WrittenHook } from "../support/hook-manifest.ts";
import { BUILT, createHome, type Home } from "../support/home.ts";
import { SHELL } from "./calling.ts";

const TLS = join(import.meta.dirname, "../fixtures/tls");

interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Loopback extends AsyncDisposable {
  readonly url: string;
  readonly heard: Heard[];
}

/** A server that notes what it hears before it answers. */
async function loopback(answer: RequestListener, secure = false): Promise<Loopback> {
  const heard: Heard[] = [];
  const listen: RequestListener = (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      heard.push({ path: request.url ?? "", headers: request.headers, body });
      answer(request, response);
    });
  };
  const keys = () => ({ key: readFileSync(join(TLS, "localhost.key.pem")), cert: readFileSync(join(TLS, "localhost.pem")) });
  const server: Server = secure ? createSecureServer(keys(), listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? "https://localhost" : "http://127.0.0.1"}:${port}/hook`,
    heard,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const DENY = JSON.stringify({ decision: "deny", reason: "the server says no" });

const denies: RequestListener = (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(DENY);

function httpHook(url: string, handler: WrittenHook = {}): WrittenHook {
  return { event: "before_tool_execute", blocking: true, handler: { type: "http", url, timeout: 10, ...handler } };
}

function homeWith(hook: WrittenHook, environment?: Readonly<Record<string, string>>): Promise<Home> {
  const record = { format: "symposium-places", version: 1, environment };
  return createHome(manifestFolder("remote", [hook]), environment === undefined ? {} : { "places.json": JSON.stringify(record) });
}

describe.concurrent.each(BUILT)("IX-11 RT-35 a hook of type http, with the network of %s", (form) => {
  const call = async (home: Home, env: Readonly<Record<string, string>> = {}) => {
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { form, env });
    const [ran] = home.trace().at(-1)?.ran ?? [];
    return { reason: /"permissionDecisionReason":"([^"]*)"/.exec(stdout)?.[1], ran, stdout };
  };

  test("sends the event, and 2xx with a JSON object is an answer", async () => {
    await using server = await loopback(denies);
    await using home = await homeWith(httpHook(server.url));
    expect(await call(home)).toMatchObject({ reason: "the server says no (remote/Hook 1)", ran: { exit: 0 } });
    expect(server.heard).toMatchObject([{ path: "/hook", headers: { "content-type": "application/json" } }]);
    expect(JSON.parse(server.heard[0]?.body ?? "")).toMatchObject({
      event: "before_tool_execute",
      tool: { name: "shell", native: "Bash" },
    });
  });

  const WRONG: readonly (readonly [string, RequestListener])[] = [
    ["status 500", (_, response) => void response.writeHead(500).end(DENY)],
    ["status 404", (_, response) => void response.writeHead(404).end(DENY)],
    ["no content", (_, response) => void response.writeHead(204).end()],
    ["a page", (_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>deny</html>")],
    ["a list", (_, response) => void response.writeHead(200).end(`[${DENY}]`)],
    [
      "more than it may",
      (_, response) => void response.writeHead(200).end(JSON.stringify({ decision: "deny", reason: "x".repeat(2_000_000) })),
    ],
    [
      "half of it",
      (_, response) => {
        response.writeHead(200, { "content-length": DENY.length });
        response.write(DENY.slice(0, 10), () => response.destroy());
      },
    ],
    ["nothing", (request) => void request.socket.destroy()],
  ];

  test.each(WRONG)("%s counts as exit code 1: a warning, and the call goes on", async (_, answer) => {
    await using server = await loopback(answer);
    await using home = await homeWith(httpHook(server.url));
    expect(await call(home)).toMatchObject({ reason: undefined, ran: { exit: 1, failure: "it exited with code 1", policy: "open" } });
    expect(server.heard).toHaveLength(1);
  });

  test.each([301, 302, 303, 307, 308])("a redirect (%d) is not followed", async (status) => {
    await using other = await loopback(denies);
    await using server = await loopback((_, response) => void response.writeHead(status, { location: other.url }).end(DENY));
    await using home = await homeWith(httpHook(server.url));
    expect(await call(home)).toMatchObject({ reason: undefined, ran: { exit: 1 } });
    expect([server.heard.length, other.heard.length]).toEqual([1, 0]);
  });

  test("a server that never answers costs the hook's own time, and its timeout_action decides", async () => {
    await using server = await loopback(() => {});
    await using home = await homeWith(httpHook(server.url, { timeout: 1, timeout_action: "block" }));
    expect(await call(home)).toMatchObject({
      reason: expect.stringContaining("timeout_action is block") as string,
      ran: { exit: "timed-out" },
    });
  });

  test("headers take allowed variables alone", async () => {
    await using server = await loopback(denies);
    const headers = { Authorization: "Bearer $TOKEN", "X-Other": "${SECRET}-${UNSET}", "X-Plain": "a" };
    await using home = await homeWith(httpHook(server.url, { headers, allowed_env_vars: ["TOKEN", "UNSET"] }));
    await call(home, { TOKEN: "t0ken", SECRET: "hidden" });
    expect(server.heard[0]?.headers).toMatchObject({ authorization: "Bearer t0ken", "x-other": "${SECRET}-", "x-plain": "a" });
    expect(JSON.stringify(server.heard[0]?.headers)).not.toContain("hidden");
  });

  test("a value with a line break is refused, and nothing is sent", async () => {
    await using server = await loopback(denies);
    await using home = await homeWith(httpHook(server.url, { headers: { "X-Token": "$TOKEN" }, allowed_env_vars: ["TOKEN"] }));
    expect(await call(home, { TOKEN: "a\r\nX-Admin: yes" })).toMatchObject({
      ran: { failure: expect.stringContaining("line break") as string },
    });
    expect(server.heard).toEqual([]);
  });

  test("RT-36 trusts a private authority that the user's last init or sync recorded, and none that the call's environment names", async () => {
    await using server = await loopback(denies, true);
    const trusted = { NODE_EXTRA_CA_CERTS: join(TLS, "authority.pem") };
    const hook = httpHook(server.url);
    await using home = await homeWith(hook, trusted);
    expect(await call(home)).toMatchObject({ reason: "the server says no (remote/Hook 1)" });
    await using other = await homeWith(hook, {});
    const untrusted = await call(other, { ...trusted, SSL_CERT_FILE: trusted.NODE_EXTRA_CA_CERTS, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(untrusted).toMatchObject({ reason: undefined, ran: { exit: 1 } });
    expect(server.heard).toHaveLength(1);
  });

  test("RT-36 a project's variables choose no proxy", async () => {
    await using proxy = await loopback(denies);
    await using server = await loopback(denies, true);
    await using home = await homeWith(httpHook(server.url), { NODE_EXTRA_CA_CERTS: join(TLS, "authority.pem") });
    const { origin } = new URL(proxy.url);
    const env = { HTTPS_PROXY: origin, https_proxy: origin, HTTP_PROXY: origin, ALL_PROXY: origin, NODE_USE_ENV_PROXY: "1" };
    expect(await call(home, env)).toMatchObject({ reason: "the server says no (remote/Hook 1)" });
    expect(proxy.heard).toEqual([]);
  });
});
