#!/usr/bin/env bash
# Checks the scripts of the page of 'pmgit web': where node is installed their syntax, and by Tests/PageTests/*.test.mjs
# what needs no browser; where tsc is installed their types. Neither is needed to build or to run pmgit; what is missing is
# said.
set -euo pipefail
cd "$(dirname "$0")/.."

page=Sources/PlanWeb/Page
status=0

if command -v node >/dev/null; then
  for script in "$page"/*.js; do
    # By its name, node could take a module for a script of another kind.
    if ! node --input-type=module --check - <"$script"; then
      echo "$script: not a valid module" >&2
      status=1
    fi
  done
  if ! told=$(node --test Tests/PageTests/*.test.mjs 2>&1); then
    printf '%s\n' "$told" >&2
    status=1
  fi
else
  echo "node is not installed; the page's scripts were not tried" >&2
fi

if command -v tsc >/dev/null; then
  tsc --pretty false -p Sources/PlanWeb/jsconfig.json || status=1
else
  echo "tsc is not installed; the types of the page's scripts were not checked" >&2
fi
exit "$status"
