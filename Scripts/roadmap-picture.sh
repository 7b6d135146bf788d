#!/bin/sh
# Draws docs/charts/roadmap.svg: 'PMGIT=FILE Scripts/roadmap-picture.sh'. The board is made up, and 'faketime'
# (Debian's package of that name) sets the clock, so that the picture has the same days whenever it is drawn.
# With a folder as its argument, it keeps the board there.
set -eu

cd "$(dirname "$0")/.."
picture=$PWD/docs/charts/roadmap.svg
pmgit=${PMGIT:-$PWD/.build/release/pmgit}
folder=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$folder"' EXIT
export TZ=UTC GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 PMGIT_AGENT=

git init -q "$folder"
cd "$folder"
git config user.name "Dev One"
git config user.email one@example.com

# Runs a command of pmgit on a day of October or November 2026: 'on 1103 move k7m2 doing'.
on() {
  month=${1%??}
  moment="2026-$month-${1#??} 10:00:00"
  shift
  faketime "$moment" "$pmgit" -q "$@"
}

# Adds a plan, and moves it: 'plan 1003 1010 1015 TITLE [OPTIONS]' was begun on October 10th and done on the 15th.
# A day that is '-' did not come. The id of the plan is printed.
plan() {
  added=$1 begun=$2 finished=$3
  shift 3
  id=$(on "$added" add "$@")
  [ "$begun" = - ] || on "$begun" move "$id" doing
  [ "$finished" = - ] || on "$finished" "done" "$id"
  echo "$id"
}

on 1001 init
on 1001 config milestone add v1.0 --title "Release 1.0" --due 2026-12-10
on 1001 config milestone add v1.1 --title "Release 1.1" --due 2027-01-08
day=2
while [ "$day" -lt 27 ]; do
  begun=$(printf '10%02d' "$day")
  end=$(printf "10%02d" $((day + 3)))
  plan 1001 "$begun" "$end" "Prepare, part $day" >/dev/null
  day=$((day + 2))
done
plan 1005 1028 1103 "Choose a licence" --milestone v1.0 >/dev/null
plan 1008 1030 1109 "Export to CSV" --milestone v1.0 --due 2026-11-10 >/dev/null
plan 1012 1106 1117 "검색 결과 강조하기" --milestone v1.0 >/dev/null
plan 1012 1112 1120 "Dark theme" --milestone v1.0 >/dev/null
login=$(plan 1020 1118 - "Fix login on tablets" --milestone v1.0 --due 2026-12-01)
server=$(plan 1020 1123 - "Move the test server" --milestone v1.0)
load=$(plan 1102 - - "Test with a thousand users" --milestone v1.0 --link "blocked-by:$server")
notes=$(plan 1102 - - "Write the release notes" --milestone v1.0 --due 2026-12-15)
ship=$(plan 1103 - - "Ship 1.0" --milestone v1.0 --due 2026-12-08 --link "blocked-by:$load")
for blocker in "$notes" "$login"; do on 1103 edit "$ship" --link "blocked-by:$blocker"; done
import=$(plan 1110 - - "Import from Jira" --milestone v1.1)
plan 1110 - - "두 번째 언어" --milestone v1.1 --start 2026-12-21 >/dev/null
plan 1110 - - "Ship 1.1" --milestone v1.1 --due 2027-01-08 --link "blocked-by:$ship" \
  --link "blocked-by:$import" >/dev/null
on 1126 chart roadmap -o "$picture"
