import { agent } from "../../../src/agents/kiro/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("kiro"), project: corpusOf("kiro") } });
