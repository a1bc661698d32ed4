/**
 * Variables that make an interpreter, a linker or a tool run code or read other files before the first line of a program: a project's file can
 * set them for an agent, and a handler would then do what the project says. They reach a handler only where its hook names them (`keep-env`).
 */

import type { OperatingSystem } from "../context.ts";

/** Who reads them → the names; a final `*` matches any ending. Texts: a set of them costs a call more to make than to search. */
export const UNSAFE_VARIABLES: Readonly<Record<string, string>> = {
  "Node and Bun":
    "NODE_OPTIONS NODE_PATH NODE_V8_COVERAGE NODE_REPL_EXTERNAL_MODULE NODE_COMPILE_CACHE NODE_PENDING_DEPRECATION" +
    " BUN_OPTIONS BUN_BE_BUN BUN_INSPECT* BUN_RUNTIME_TRANSPILER_CACHE_PATH BUN_BYTECODE_ORDER_OUT BUN_CONFIG_*",
  "the loader": "LD_* DYLD_* GCONV_PATH GLIBC_TUNABLES LIBPATH SHLIB_PATH NLSPATH LOCPATH",
  shells:
    "BASH_ENV ENV BASH_FUNC_* SHELLOPTS BASHOPTS PS4 IFS CDPATH GLOBIGNORE PROMPT_COMMAND BASH_XTRACEFD ZDOTDIR FPATH POSIXLY_CORRECT",
  Python:
    "PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE PYTHONINSPECT PYTHONBREAKPOINT PYTHONWARNINGS PYTHONEXECUTABLE" +
    " PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX PYTHONCASEOK",
  "Perl and Ruby": "PERL5OPT PERL5LIB PERLLIB PERL5DB RUBYOPT RUBYLIB BUNDLE_GEMFILE GEM_PATH GEM_HOME",
  "Java and .NET": "JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS CORECLR_* COR_*",
  "PHP and Lua": "PHPRC PHP_INI_SCAN_DIR LUA_INIT* LUA_PATH* LUA_CPATH*",
  OpenSSL: "OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES SSLKEYLOGFILE",
  "git, which starts what they name":
    "GIT_EXEC_PATH GIT_CONFIG* GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS SSH_ASKPASS" +
    " GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_TEMPLATE_DIR GIT_DIR GIT_WORK_TREE LESSOPEN LESSCLOSE",
};

const names = ` ${Object.values(UNSAFE_VARIABLES).join(" ")} `;
const beginnings: string[] = [];
/** The first letters of those: most variables have another, and a call checks each. */
let initials = "";
for (let end = names.indexOf("*"); end !== -1; end = names.indexOf("*", end + 1)) {
  const beginning = names.slice(names.lastIndexOf(" ", end) + 1, end);
  beginnings.push(beginning);
  initials += beginning[0];
}

/** Windows ignores the case of names. */
export function isUnsafeVariable(name: string, os: OperatingSystem): boolean {
  const folded = os === "windows" ? name.toUpperCase() : name;
  if (names.includes(` ${folded} `)) return true;
  if (!initials.includes(folded.slice(0, 1))) return false;
  for (const start of beginnings) if (folded.startsWith(start)) return true;
  return false;
}
