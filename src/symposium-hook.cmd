@echo off
rem Starts the hook program under Node, where there is no native one: the same as symposium-hook, for Windows.
setlocal DisableDelayedExpansion
set "symposium_scripts=node"
set "symposium_node="
set "symposium_self=%~dp0"
rem From here on values are read with exclamation marks, which leave quotes and percent signs in them alone.
setlocal EnableDelayedExpansion
for %%N in (NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_COMPILE_CACHE NODE_DEBUG NODE_DEBUG_NATIVE NODE_ICU_DATA) do if defined %%N call :keep %%N
for %%N in (NODE_REDIRECT_WARNINGS NODE_PENDING_DEPRECATION NODE_CHANNEL_FD NODE_UNIQUE_ID SSLKEYLOGFILE OPENSSL_CONF) do if defined %%N call :keep %%N
if defined symposium_node if not exist "!symposium_node!" set "symposium_node="
rem where.exe would look into the current folder first; this looks into the folders of PATH alone.
if not defined symposium_node for %%F in (node.exe) do set "symposium_node=%%~$PATH:F"
if not defined symposium_node (
  echo symposium: no node was found on PATH to run the hook program 1>&2
  exit /b 0
)
"!symposium_node!" "!symposium_self!!symposium_scripts!\hook.cjs" %*
exit /b !errorlevel!
:keep
set "SYMPOSIUM_KEPT_%1=!%1!"
set "%1="
