import { agent } from "../../../src/agents/goose/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, {
  corpus: { user: corpusOf("goose") },
  impossible: { sse: "connect to a server over SSE", "sse with a variable as a header": "connect to a server over SSE" },
});
