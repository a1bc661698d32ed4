/** The answers of a minimal MCP server, whatever carries them. */

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string; readonly arguments?: unknown };
}

export interface Served {
  /** Names of its tools. */
  readonly tools: readonly string[];
  readonly onCall: (tool: string) => void;
}

/** Beginning of the text with which every tool answers. */
export const ANSWERED = "pong";

/** One line of JSON; nothing for a notification. */
export function answerTo({ id, method, params }: Message, { tools, onCall }: Served): string | undefined {
  if (id === undefined) return undefined;
  const answers: Readonly<Record<string, () => unknown>> = {
    initialize: () => ({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "scripted", version: "1" },
    }),
    "tools/list": () => ({ tools: tools.map(described) }),
    "tools/call": () => {
      onCall(params?.name ?? "");
      return { content: [{ type: "text", text: `${ANSWERED} ${JSON.stringify(params?.arguments)}` }] };
    },
    ping: () => ({}),
  };
  const answer = answers[method ?? ""];
  const body = answer === undefined ? { error: { code: -32601, message: "Method not found" } } : { result: answer() };
  return JSON.stringify({ jsonrpc: "2.0", id, ...body });
}

/** Different for each tool, so that a schema that reached the model is known from a mere name. */
export function describedAs(tool: string): string {
  return `Answers for ${tool} with what it was given.`;
}

function described(name: string) {
  return { name, description: describedAs(name), inputSchema: { type: "object", properties: { word: { type: "string" } } } };
}
