import { agent } from "../../../src/agents/copilot-cli/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("copilot-cli"), project: corpusOf("claude-code") } });
