import { agent } from "../../../src/agents/claude-code/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, {
  corpus: {
    user: corpusOf("claude-code", "user-servers"),
    local: corpusOf("claude-code", "user-servers"),
    project: corpusOf("claude-code"),
  },
});
