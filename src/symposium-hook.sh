#!/bin/sh
# Starts the hook programme under Node, where there is no native one. Agents hand their own environment on: what would change
# this programme is taken out of it and kept under another name, from which handlers get it back (extra certificates change
# nothing, but Node 20 reads them at every start).
for name in NODE_OPTIONS NODE_EXTRA_CA_CERTS; do
  eval "if [ -n \"\${$name+set}\" ]; then export SYMPOSIUM_KEPT_$name=\"\$$name\"; unset $name; fi"
done
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
exec node "${self%/*}/../hook.cjs" "$@"
