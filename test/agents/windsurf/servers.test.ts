import { servers } from "../../../src/agents/windsurf/servers.ts";
import { corpusOf, judgeServers } from "../judge-servers.ts";
import { serverOracle } from "./oracle-servers.ts";

judgeServers(servers, serverOracle, { corpus: { user: corpusOf("windsurf") } });
