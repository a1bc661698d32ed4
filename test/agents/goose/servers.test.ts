import { servers } from "../../../src/agents/goose/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, {
  corpus: { user: corpusOf("goose") },
  impossible: {
    sse: "connect to a server over SSE",
    "sse with a variable as a header": "connect to a server over SSE",
  },
});
