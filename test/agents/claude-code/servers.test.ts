import { servers } from "../../../src/agents/claude-code/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, {
  corpus: {
    user: corpusOf("claude-code", "user-servers"),
    local: corpusOf("claude-code", "user-servers"),
    project: corpusOf("claude-code"),
  },
});
