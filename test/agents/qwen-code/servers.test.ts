import { agent } from "../../../src/agents/qwen-code/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, {
  corpus: { user: corpusOf("qwen-code"), project: corpusOf("claude-code") },
  impossible: {
    "http with a variable as a header, project": "read the variable TOKEN in .mcp.json",
    "http with a variable as a token, project": "read the variable TOKEN in .mcp.json",
    "http with variables inside a header, project": "read the variable TOKEN in .mcp.json",
    "http with a variable in the address, project": "read the variable REGION in .mcp.json",
    "sse with a variable as a header, project": "read the variable TOKEN in .mcp.json",
  },
});
