import { servers } from "../../../src/agents/cursor/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("cursor"), project: corpusOf("cursor") } });
