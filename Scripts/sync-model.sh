#!/usr/bin/env bash
# Checks proofs/sync.pml with the model checker Spin: every order of the steps of syncs, for few
# clones and changes. Checks also that mutations are found. LONG=1 adds larger cases.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in spin cc; do
  command -v "$program" >/dev/null || {
    echo "missing: $program; 'apt-get install --no-install-recommends spin gcc libc6-dev' installs it" >&2
    exit 1
  }
done
model=$PWD/proofs/sync.pml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
status=0

check() {  # EXPECTED WHAT OPTION...: EXPECTED is 'right', or a part of the assertion that must fail
  local expected=$1 what=$2 found
  shift 2
  spin "$@" -a "$model" >spin.log || { cat spin.log >&2; exit 1; }
  cc -w -O2 -DSAFETY -DCOLLAPSE -DVECTORSZ=4096 -DMEMLIM=3000 -o pan pan.c
  ./pan -m3000000 -w23 >result
  # A search that was cut off shows nothing.
  if grep -q 'errors: 0' result && ! grep -qE 'max search depth too small|memory limit|out of memory' result; then
    found=right
  elif grep 'assertion violated' result >violated; then
    found=$(sed -E 's/.*assertion violated (.*) \(at depth.*/\1/' violated)
  else
    found='not finished'
  fi
  echo "$what: $found, $(sed -nE 's/^ *([0-9.e+]+) states, stored.*/\1/p' result | head -1) states"
  if [[ $found != "$expected" && ($expected == right || $found != *"$expected"*) ]]; then
    cat result >&2
    status=1
  fi
}

check right 'two clones, three kills' -DCLONES=2 -DCHANGES=1 -DKILLS=3
check right 'two clones, two kills, merges in their own names' -DCLONES=2 -DCHANGES=1 -DKILLS=2 -DMERGES_OF_OWN
check right 'two clones, a kill, changes by merges that write' -DCLONES=2 -DCHANGES=1 -DKILLS=1 -DBY_HAND
check right 'three clones' -DCLONES=3 -DCHANGES=1 -DKILLS=0 -DEARLY
check right 'two clones, two remotes' -DCLONES=2 -DREMOTES=2 -DCHANGES=1 -DKILLS=0 -DMERGES_OF_OWN
ring=(-DCLONES=3 -DREMOTES=3 -DCHANGES=1 -DKILLS=0 -DEARLY -DROUNDS=3 -DWHOLE)
check right 'a ring of three clones and three remotes' "${ring[@]}"
check right 'the same, on and on' "${ring[@]}" -DFOREVER
if [[ -n ${LONG:-} ]]; then
  check right 'two clones, two changes each' -DCLONES=2 -DCHANGES=2 -DKILLS=0
  check right 'two clones, two remotes, a kill' -DCLONES=2 -DREMOTES=2 -DCHANGES=1 -DKILLS=1 -DMERGES_OF_OWN
fi

# The check can fail.
check 'changes[branch[c]]==((1<<next_change)-1)' 'one round of syncs only' -DCLONES=2 -DCHANGES=1 -DKILLS=0 -DROUNDS=1
check 'accepted[' 'forced pushes' -DCLONES=2 -DCHANGES=1 -DKILLS=0 -DFORCED
check 'made[' 'branches that move without a comparison' -DCLONES=2 -DCHANGES=1 -DKILLS=0 -DBLIND
check 'made[' 'adopting without a comparison' -DCLONES=2 -DCHANGES=1 -DKILLS=1 -DBY_HAND -DUNCOMPARED
check '(count<15)' 'two remotes without adopting' -DCLONES=2 -DREMOTES=2 -DCHANGES=1 -DKILLS=0 -DMERGES_OF_OWN -DNO_ADOPTING
exit "$status"
