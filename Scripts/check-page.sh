#!/usr/bin/env bash
# Checks the scripts and the style sheets of the page of 'pmgit web': their lines have at most 100
# columns. With node, it checks the syntax of the scripts and runs the tests that need no browser
# (Tests/PageTests/*.test.mjs). With tsc, it checks their types. Neither program is needed to build
# or run pmgit; a missing one is reported.
set -euo pipefail
cd "$(dirname "$0")/.."

page=Sources/PlanWeb/Page
status=0

while IFS= read -r line; do
  echo "$line: over 100 columns" >&2
  status=1
done < <(
  perl -CSD -ne '
    chomp;
    print "$ARGV:$.\n" if length($_) > 100;
    close ARGV if eof' "$page"/*.js "$page"/*/*.js "$page"/*/*.css
)

if command -v node >/dev/null; then
  for script in "$page"/*.js "$page"/*/*.js; do
    # From a file named '.js', node would expect a CommonJS script.
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
