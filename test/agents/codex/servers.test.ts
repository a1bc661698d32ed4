import { agent } from "../../../src/agents/codex/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, {
  corpus: { user: corpusOf("codex"), project: corpusOf("codex") },
  impossible: {
    "http with variables inside a header": "send the header X-Key, which has text beside a variable",
    "http with a variable in the address": "read the variable REGION in an address",
    sse: "connect to a server over SSE",
    "sse with a variable as a header": "connect to a server over SSE",
  },
});
