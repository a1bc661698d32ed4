/** An MCP server that offers nothing: what ours is measured beside. Bundled before it runs. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => new McpServer({ name: "empty", version: "1.0.0" }, { capabilities: { tools: {} } }));
