#!/usr/bin/env bash
# shellcheck disable=SC2016 # Perl expands what is in single quotes.
#
# Fails for comments over 100 columns, for worn phrases in comments, and for commit subjects over 60
# characters. CONTRIBUTING.md says how we write.
set -euo pipefail
cd "$(dirname "$0")/.."

# Subjects of older commits are not checked.
first=ccbf96c

# Perl regular expressions. Each was found in comments that readers could not understand.
phrases=(
  '\b(that|which|it) is none\b' '\bthat are none\b' "\\bis none's\\b" '\bwhoever\b'
  '\bnone if there (is|are) none\b' '\bnil if (there is none or|it is none)\b'
  '\bof which (the|are|is|each|nothing)\b' '\bnow and then\b' '\btells? (apart|now|of)\b'
  '\bbe it\b' '\bwaits? for (nobody|somebody)\b' '\bspeaks? for (it|them)\b'
  '\bin no (word|number|history|group)\b' '\bbefore anybody\b' '\bbut for (deleted|sorting|those)\b'
)

status=0
report() {
  echo "$1" >&2
  status=1
}

while IFS= read -r line; do
  [[ -z $line ]] || report "$line: a comment is over 100 columns"
done < <(
  git ls-files -z -- '*.swift' |
    xargs -0 perl -CSD -ne '
      print "$ARGV:$.\n" if m{^\s*//} && length($_) > 101;
      close ARGV if eof'
)

worn=$(IFS='|'; echo "${phrases[*]}")
while IFS= read -r line; do
  [[ -z $line ]] || report "$line"
done < <(
  git ls-files -z -- 'Sources/*.swift' 'Tests/*.swift' 'Sources/*.js' |
    WORN="$worn" xargs -0 perl -CSD -ne '
      print "$ARGV:$.: say it plainly: $1\n" if m{^\s*(?://|\*)} && m{($ENV{WORN})}i;
      close ARGV if eof'
)

if git cat-file -e "$first^{commit}" 2>/dev/null; then
  while IFS= read -r subject; do
    ((${#subject} <= 60)) || report "over 60 characters: $subject"
  done < <(git log --no-merges --format=%s "$first..HEAD")
fi
exit "$status"
