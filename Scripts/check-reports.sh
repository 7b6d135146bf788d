#!/usr/bin/env bash
# Finds code that reads a sentence which other code wrote: the message of a problem or a notice, the
# subject of a commit, a hint. What happened belongs in data, so that a sentence can be changed.
set -euo pipefail
cd "$(dirname "$0")/.."

# These read what people or other programs wrote, what pmgit wrote to be read again (trailers, the
# reflog), or lay out any text. ImportHints still tells a hint by its beginning.
others='ImportHints|CheckMessage|PlanReference|ToolComplaint|Sync\+Remote|CommitMessage|BranchMove|MessageText'
sentence='(message|subject|summary|hint)(\.text\(\))?'
status=0

report() {  # WHAT MATCHES
  [[ -n $2 ]] || return 0
  printf '%s\n%s\n' "$1" "$2" >&2
  status=1
}

report 'reads a sentence, in Swift:' "$(
  grep -rnE "\b$sentence\??\.(hasPrefix|hasSuffix|contains\(\"|firstMatch|wholeMatch|dropFirst|split)|hasPrefix\(\"(hint|note|warning|error|pmgit): " \
    --include='*.swift' Sources/Plan* Sources/PmgitCommands | grep -vE "/($others)\.swift:" || :)"
report 'reads a sentence, on the page:' "$(
  grep -nE "\b$sentence\)?\??\.(replace|match|matchAll|split|slice|startsWith|endsWith|includes|indexOf)\(|\.(exec|test)\(([A-Za-z]+\.)*(message|subject|summary|hint)\b" \
    Sources/PlanWeb/Page/*.js Sources/PlanWeb/Page/*/*.js || :)"
exit "$status"
