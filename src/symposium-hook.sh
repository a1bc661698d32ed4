#!/bin/sh
# Starts the hook program under Node, where there is no native one. `init` fills in the first two
# lines: the folder of the scripts beside it, and the Node that is known to run them.
symposium_scripts=node
symposium_node=
# Agents hand their own environment on: what would change this program is taken out of it and kept under another name, from which
# handlers get it back (extra certificates change nothing, but Node 20 reads them at every start). Our own variables have names that
# no one else exports.
for symposium_name in NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_COMPILE_CACHE NODE_DEBUG NODE_DEBUG_NATIVE NODE_ICU_DATA \
  NODE_REDIRECT_WARNINGS NODE_PENDING_DEPRECATION NODE_CHANNEL_FD NODE_UNIQUE_ID SSLKEYLOGFILE OPENSSL_CONF; do
  eval "if [ -n \"\${$symposium_name+set}\" ]; then export SYMPOSIUM_KEPT_$symposium_name=\"\$$symposium_name\"; unset $symposium_name; fi"
done
symposium_self=$0
while [ -L "$symposium_self" ]; do
  symposium_link=$(readlink "$symposium_self")
  case $symposium_link in
    /*) symposium_self=$symposium_link ;;
    *) symposium_self=${symposium_self%/*}/$symposium_link ;;
  esac
done
symposium_hook=${symposium_self%/*}/$symposium_scripts/hook.cjs
# PATH comes second: agents started from a desktop have a short one, and what calls itself node there may be old, or choose by the folder.
if [ -f "$symposium_node" ] && [ -x "$symposium_node" ]; then exec "$symposium_node" "$symposium_hook" "$@"; fi
# Relative folders of PATH are skipped: the folder a hook is started in must not decide what runs.
set -f
IFS=:
for symposium_folder in ${PATH:-/usr/local/bin:/usr/bin:/bin}; do
  case $symposium_folder in
    /*) if [ -f "$symposium_folder/node" ] && [ -x "$symposium_folder/node" ]; then exec "$symposium_folder/node" "$symposium_hook" "$@"; fi ;;
  esac
done
# Several agents take a hook that cannot be started (exit 127) for the denial of every call.
echo "symposium: no node was found on PATH to run the hook program" >&2
exit 0
