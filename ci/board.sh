#!/bin/sh
# What a CI does for a board: board.sh validate|follow|sync BRANCH BEFORE AFTER
#
# validate  checks what a push of a board's branch has changed
# follow    records the commits of a push of code on the plans that they name, moves these, and shares the board
# sync      merges and shares the board
#
# BRANCH is the branch that was pushed, BEFORE and AFTER are the commits at its tip then and now; BEFORE is all zeros for a
# new branch. PMGIT_BOARD is the board of 'follow' and 'sync', main unless said.
set -eu

job=$1 branch=$2 before=$3 after=$4
board=${PMGIT_BOARD:-main}
# Hosts call a commit that is not there by zeros alone.
is_new() { [ -z "$(printf %s "$before" | tr -d 0)" ]; }

case $job in
validate)
  board=${branch#pmgit/}
  if is_new; then pmgit --board "$board" validate "$after"; else pmgit --board "$board" validate "$before..$after"; fi
  ;;
follow)
  pmgit --board "$board" pull
  if is_new; then
    # What no other branch of the remote has; a runner's clone need not know which of them is the first.
    commits=$(git rev-list --reverse --topo-order "$after" --not --exclude="origin/$branch" --remotes=origin)
    if [ -n "$commits" ]; then printf '%s\n' "$commits" | xargs pmgit --board "$board" follow; fi
  else
    pmgit --board "$board" follow "$before..$after"
  fi
  pmgit --board "$board" sync
  ;;
sync) pmgit --board "$board" sync ;;
*)
  echo "board.sh: '$job' is not validate, follow or sync" >&2
  exit 64
  ;;
esac
