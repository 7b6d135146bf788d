#!/usr/bin/env bash
# Fails where README.md, CONTRIBUTING.md or a page of docs/ names a file of this project that is not
# there: `Sources/PlanModel/Plan/Plan.swift`, or `Plan.swift` alone behind such a path in one cell.
set -euo pipefail
cd "$(dirname "$0")/.."

# Behind a backquote of the page, which ends it as well.
named=$'`((Sources|Tests|Scripts|Fuzz|hooks)/[^` ]+|[A-Za-z+]+\\.swift)`'

status=0
while IFS=: read -r page line path; do
  # A pattern names no single file.
  [[ $path == *[\<\*]* ]] && continue
  if [[ $path == */* ]]; then
    [[ -e $path ]] && continue
  elif [[ -n $(git ls-files -- "*/$path" "$path") ]]; then
    continue
  fi
  echo "$page:$line: there is no '$path'" >&2
  status=1
done < <(
  git ls-files -z -- README.md CONTRIBUTING.md 'docs/*.md' |
    xargs -0 grep -noE "$named" /dev/null |
    tr -d '`'
)
exit "$status"
