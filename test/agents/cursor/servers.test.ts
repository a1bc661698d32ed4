import { agent } from "../../../src/agents/cursor/agent.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(agent.servers, serverOracle, { corpus: { user: corpusOf("cursor"), project: corpusOf("cursor") } });
