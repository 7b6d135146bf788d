#!/usr/bin/env bash
# Fails if README.md, CONTRIBUTING.md, a page of docs/ or a README of a target, of Tests or of Scripts
# mentions a file of this project that does not exist: `Sources/PlanModel/Plan/Plan.swift`, or only
# `Plan.swift` after such a path in the same cell. In a target's README a path begins in the target,
# or with the name of another one: `Plan/Plan.swift`, `PlanModel/Plan/Plan.swift`. Fails also if a
# link of these READMEs and of CONTRIBUTING.md leads nowhere, a target has no README,
# docs/architecture.md lacks a target or a folder of one, or the site's menu in mkdocs.yml does not
# name a page of docs/.
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
report() {
  echo "$1" >&2
  status=1
}

# Whether a file is anywhere in the project.
is_somewhere() { [[ -n $(git ls-files -- "*/$1" "$1") ]]; }

# Paths in backquotes.
named=$'`((Sources|Tests|Scripts|Fuzz|hooks|proofs)/[^` ]+|[A-Za-z+]+\\.swift)`'
while IFS=: read -r page line path; do
  # Skips patterns.
  [[ $path == *[\<\*]* ]] && continue
  if [[ $path == */* ]]; then
    [[ -e $path ]] && continue
  elif is_somewhere "$path"; then
    continue
  fi
  report "$page:$line: there is no '$path'"
done < <(
  git ls-files -z -- README.md CONTRIBUTING.md 'docs/*.md' |
    xargs -0 grep -noE "$named" /dev/null |
    tr -d '`'
)

mapfile -t readmes < <(git ls-files -- 'Sources/*/README.md' Tests/README.md Scripts/README.md)
inside=$'`([A-Za-z0-9+_.-]+/[A-Za-z0-9+_./-]*|[A-Za-z0-9+_.-]+\\.(swift|js|css|c|py|sh|mjs))`'
while IFS=: read -r page line path; do
  folder=${page%/*}
  [[ $path == .build/* ]] && continue
  if [[ $path == */* ]]; then
    [[ -e $folder/$path || -e Sources/$path || -e $path ]] && continue
  elif is_somewhere "$path"; then
    continue
  fi
  report "$page:$line: there is no '$path'"
done < <(grep -noE "$inside" /dev/null "${readmes[@]}" | tr -d '`')

while IFS=: read -r page line link; do
  path=${link#*(}
  path=${path%%[#)]*}
  [[ $page == */* ]] && path=${page%/*}/$path
  [[ -e $path ]] || report "$page:$line: the link leads nowhere: '$path'"
done < <(grep -noE '\]\([^):#]+[#)]' /dev/null CONTRIBUTING.md "${readmes[@]}")

for target in Sources/*/; do
  [[ -e ${target}README.md ]] || report "${target%/} has no README.md"
done

for folder in Sources/*/ Sources/*/*/; do
  name=$(basename "$folder")
  [[ $name == include || $name == scripts ]] && continue
  grep -q "[\`/]$name\`" docs/architecture.md || report "docs/architecture.md lacks '${folder%/}'"
done

while IFS= read -r page; do
  grep -qE "[ ]${page#docs/}\$" mkdocs.yml && continue
  report "mkdocs.yml: the menu lacks '${page#docs/}'"
done < <(git ls-files -- 'docs/*.md')
exit "$status"
