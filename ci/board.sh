#!/bin/sh
# What a CI does for a board: board.sh validate|follow|sync|publish|bridges BRANCH BEFORE AFTER
#
# validate  checks what a push of a board's branch has changed
# follow    records the commits of a push of code on the plans that they name, moves these, and shares the board
# sync      merges and shares the board
# publish   writes the board into the folder PMGIT_FOLDER, public unless said: the plans that PMGIT_WHERE finds, for the
#           address PMGIT_URL
# bridges   shares the board, pulls from a tracker, pushes to it if that is wanted, and shares the board: see bridges.sh
#
# BRANCH is the branch that was pushed, BEFORE and AFTER are the commits at its tip then and now; BEFORE is all zeros for a
# new branch. PMGIT_BOARD is the board of 'follow', 'sync', 'publish' and 'bridges', main unless said; of 'validate', and of
# 'publish' for the branch of a board, it is that of the branch.
set -eu

job=$1 branch=$2 before=$3 after=$4
board=${PMGIT_BOARD:-main}
# Hosts call a commit that is not there by zeros alone.
is_new() { [ -z "$(printf %s "$before" | tr -d 0)" ]; }

case $job in
validate)
  board=${branch#pmgit/}
  if is_new; then pmgit --board "$board" doctor "$after"; else pmgit --board "$board" doctor "$before..$after"; fi
  ;;
follow)
  pmgit --board "$board" sync --pull
  if is_new; then
    # What no other branch of the remote has; a runner's clone need not know which of them is the first.
    commits=$(git rev-list --reverse --topo-order "$after" --not --exclude="origin/$branch" --remotes=origin)
    if [ -n "$commits" ]; then printf '%s\n' "$commits" | xargs pmgit --board "$board" hooks follow; fi
  else
    pmgit --board "$board" hooks follow "$before..$after"
  fi
  pmgit --board "$board" sync
  ;;
sync) pmgit --board "$board" sync ;;
bridges) sh "$(dirname "$0")/bridges.sh" "$board" ;;
publish)
  case $branch in pmgit/*) board=${branch#pmgit/} ;; esac
  set -- "${PMGIT_FOLDER:-public}"
  if [ -n "${PMGIT_URL:-}" ]; then set -- "$@" "--url=$PMGIT_URL"; fi
  if [ -n "${PMGIT_WHERE:-}" ]; then set -- "$@" -- "$PMGIT_WHERE"; fi
  pmgit --board "$board" export --site "$@"
  ;;
*)
  echo "board.sh: '$job' is not validate, follow, sync, publish or bridges" >&2
  exit 64
  ;;
esac
