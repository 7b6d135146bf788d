#!/usr/bin/env bash
# Finds code that reads a sentence which other code wrote: the message of a problem or a notice, the
# subject of a commit, a hint. What happened belongs in data, so that a sentence can be changed.
set -euo pipefail
cd "$(dirname "$0")/.."

# These read what people or other programs wrote, what pmgit wrote to be read again (trailers, the
# reflog), or lay out any text.
others='CheckMessage|PlanReference|CommitMessage|AbandonedCommits|MessageText'
sentence='(message|subject|summary|hint|remark)(\.text\(\))?'
# The names in the memory of an import are printed and parsed in one file.
names='(comments|assignees|checklist|labels|links|sending|making|account|moment|item)'
status=0

report() {  # WHAT MATCHES
  [[ -n $2 ]] || return 0
  printf '%s\n%s\n' "$1" "$2" >&2
  status=1
}

swift() {  # PATTERN: its matches in Swift, without comments
  grep -rnE "$1" --include='*.swift' Sources/Plan* Sources/PmgitCommands \
    | grep -vE "/($others)\.swift:|:[0-9]+: *//" || :
}

page() {  # PATTERN
  grep -nE "$1" Sources/PlanWeb/Page/*.js Sources/PlanWeb/Page/*/*.js || :
}

report 'reads a sentence, in Swift:' "$(
  swift "\b$sentence\??\.(hasPrefix|hasSuffix|contains\(\"|firstMatch|wholeMatch|dropFirst|split)|hasPrefix\(\"(hint|note|warning|error|pmgit): ")"
report 'compares a sentence, in Swift:' "$(
  swift "\b(problem|notice|error|failure)\??\.message(\.text\(\))? (==|!=)|\bhints?\??(\.(first|last))?(\.text\(\))? (==|!=) |\bswitch hint\b")"
report "reads a command's messages line by line; let Session.report(done:) and notices carry them:" "$(
  grep -nE 'text\.split|lines\.first' Sources/PmgitCommands/Screen/*.swift || :)"
report 'parses a name of the memory of imports; that is for TrackerMemory.Name:' "$(
  swift "(hasPrefix|hasSuffix|ExactString)\(\"/?$names(/|\")" | grep -v '/TrackerMemory+Name.swift:' || :)"
report 'reads a sentence, on the page:' "$(
  page "\b$sentence\)?\??\.(replace|match|matchAll|split|slice|startsWith|endsWith|includes|indexOf)\(|\.(exec|test)\(([A-Za-z]+\.)*(message|subject|summary|hint)\b|/[a-z]*\.(exec|test)\((title|words|age)\b|\b(words|age)\.split\(':")"
exit "$status"
