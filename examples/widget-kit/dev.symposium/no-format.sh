#!/bin/sh
if grep -q 'widget format'; then
  echo "A device is formatted by a person: widget format needs the key." >&2
  exit 2
fi
