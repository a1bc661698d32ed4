/**
 * An MCP server of a plugin, for tests: without any library, so that it can misbehave. Arguments: behaviours. It appends a line with its
 * process number to the file in `STARTS`.
 */
import { appendFileSync } from "node:fs";
import { spawn } from "node:child_process";

const does = new Set(process.argv.slice(2));
if (process.env.STARTS) appendFileSync(process.env.STARTS, `${process.pid}\n`);
if (does.has("dies-at-start")) {
  console.error("no licence");
  process.exit(7);
}
if (does.has("has-child")) {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  if (process.env.STARTS) appendFileSync(process.env.STARTS, `${child.pid}\n`);
}
if (does.has("ignores-end")) {
  process.on("SIGTERM", () => {});
  process.stdin.on("end", () => {});
  setInterval(() => {}, 1000);
}
const write = (message) =>
  process.stdout.write(`${typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
if (does.has("prints-first")) for (let at = 0; at < 20; at++) write("Listening on stdio, enjoy");
const schema = { type: "object", properties: { text: { type: "string" } } };
let tools = [
  { name: "echo", description: "Gives back the text", inputSchema: schema },
  { name: "fail", inputSchema: schema },
  { name: "wait", inputSchema: schema },
  { name: "die", inputSchema: schema },
  { name: "large", inputSchema: schema },
  { name: "grow", inputSchema: schema },
  { name: "nonsense", inputSchema: schema },
  { name: "flood", inputSchema: schema },
  { name: "garbage", inputSchema: schema },
  { name: "where", inputSchema: schema },
  { name: "progress", inputSchema: schema },
];
if (does.has("odd-names"))
  tools = [
    ...tools.slice(0, 1),
    tools[0],
    { name: "a\u001b[31m b", inputSchema: schema },
    { name: "../../etc", inputSchema: schema },
    { name: "x".repeat(300), inputSchema: schema },
    { name: "__proto__", inputSchema: schema },
    { name: "no-schema" },
    { name: 7, inputSchema: schema },
  ];
const cancelled = new Set();

function call(id, { name, arguments: args = {}, _meta: meta }) {
  const answer = (text) => write({ id, result: { content: [{ type: "text", text }] } });
  switch (name) {
    case "echo":
      return answer(`${args.text}`);
    case "fail":
      return write({ id, error: { code: -32602, message: "wrong argument" } });
    case "wait":
      write({ method: "notifications/progress", params: { progressToken: meta?.progressToken, progress: 1 } });
      return setTimeout(() => answer(cancelled.has(id) ? "cancelled" : "waited"), 200_000);
    case "cancelled":
      return answer([...cancelled].join());
    case "die":
      console.error("out of memory");
      return process.exit(9);
    case "large":
      return answer("x".repeat(Number(args.text)));
    case "grow":
      tools = [...tools, { name: "grown", inputSchema: schema }];
      write({ method: "notifications/tools/list_changed" });
      return answer("grown");
    case "nonsense":
      write({ id: 987_654, result: {} });
      return write({ id, result: { content: "text", isError: "perhaps" } });
    case "flood": {
      const line = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "x".repeat(60_000) } })}\n`;
      const more = () => {
        while (process.stdout.write(line));
        process.stdout.once("drain", more);
      };
      return more();
    }
    case "garbage":
      for (let at = 0; at < 5000; at++) write(`{not json ${at}`);
      return undefined;
    case "where":
      return answer(JSON.stringify({ cwd: process.cwd(), secret: process.env.SECRET, started: process.env.SYMPOSIUM_STARTED }));
    case "progress":
      for (const progress of [1, 2])
        write({ method: "notifications/progress", params: { progressToken: meta?.progressToken, progress, total: 2 } });
      return setTimeout(() => answer("done"), 100);
    default:
      return write({ id, error: { code: -32601, message: "unknown tool" } });
  }
}

let rest = "";
process.stdin.on("data", (part) => {
  rest += part;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) if (line.trim() !== "") receive(JSON.parse(line));
});

function receive({ id, method, params }) {
  if (method === "notifications/cancelled") {
    cancelled.add(params.requestId);
    if (process.env.STARTS) appendFileSync(process.env.STARTS, "cancelled\n");
    return;
  }
  if (id === undefined || method === undefined) return;
  if (does.has("hangs") && method === "initialize") return;
  if (does.has("wrong-ids")) return write({ id: `${id}-other`, result: {} });
  if (method === "initialize")
    return write({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "b", version: "1" },
      },
    });
  if (method === "tools/list") {
    if (does.has("lies")) return write({ id, result: { tools: "all of them" } });
    if (does.has("endless")) return write({ id, result: { tools: [], nextCursor: "more" } });
    return write({ id, result: { tools } });
  }
  if (method === "tools/call") return call(id, params);
  return write({ id, error: { code: -32601, message: "Method not found" } });
}
