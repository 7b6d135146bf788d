#!/usr/bin/env bash
# Fails if README.md, CONTRIBUTING.md or a page of docs/ mentions a file of this project that does
# not exist: `Sources/PlanModel/Plan/Plan.swift`, or only `Plan.swift` after such a path in the same
# cell. Fails also if the site's menu in mkdocs.yml does not name a page of docs/.
set -euo pipefail
cd "$(dirname "$0")/.."

# Paths in backquotes.
named=$'`((Sources|Tests|Scripts|Fuzz|hooks|proofs)/[^` ]+|[A-Za-z+]+\\.swift)`'

status=0
while IFS=: read -r page line path; do
  # Skips patterns.
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
while IFS= read -r page; do
  grep -qE "[ ]${page#docs/}\$" mkdocs.yml && continue
  echo "mkdocs.yml: the menu lacks '${page#docs/}'" >&2
  status=1
done < <(git ls-files -- 'docs/*.md')
exit "$status"
