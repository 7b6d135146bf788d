#!/usr/bin/env bash
# Runs shell commands in parallel, and prints the output of each when it has ended, and how long it
# took: together.sh COMMAND...
#
# It fails if one of them fails. For tests that mostly wait for a browser or for other programs.
set -euo pipefail

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
processes=()
# Each command is a process group, as background jobs ignore Ctrl-C.
set -m
trap 'kill -- "${processes[@]/#/-}" 2>/dev/null; exit 130' INT TERM
for command in "$@"; do
  # The time is printed in an EXIT trap, which a failing command runs, too.
  bash -euo pipefail -c "trap 'echo \"== after \$SECONDS s: \$0\"' EXIT; $command" "$command" \
    >"$logs/${#processes[@]}" 2>&1 &
  processes+=($!)
done
status=0
for number in "${!processes[@]}"; do
  wait "${processes[number]}" || status=$?
  cat "$logs/$number"
done
exit "$status"
