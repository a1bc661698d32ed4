import { servers } from "../../../src/agents/kiro/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("kiro"), project: corpusOf("kiro") } });
