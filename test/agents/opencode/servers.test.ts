import { agent } from "../../../src/agents/opencode/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("opencode"), project: corpusOf("opencode") } });
