#!/usr/bin/env bash
# Runs the long random tests one after the other, for a number of seconds in total.
#
#     Scripts/soak.sh [SECONDS [FILTER]]
#
# These are the tests in all suites whose names end in 'Soak'. Each runs in its own process, so that
# a crash does not end the others. PMGIT_SOAK_SEED=N repeats the seeds of an earlier run. Where Coq
# is installed, 'ProofSoak' compares the proved model with the program; see docs/proof.md.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
filter=${2:-}
swift=${SWIFT:-swift}
export PMGIT_SOAK_SEED=${PMGIT_SOAK_SEED:-$((RANDOM * 32768 + RANDOM + 1))}

Scripts/build.sh tests
mapfile -t tests < <(
  "$swift" test list -c release --skip-build | grep -E 'Soak/' | grep -E -- "$filter" | sort -u)
proof=ProofSoak
if command -v coqc >/dev/null && grep -qE -- "$filter" <<<"$proof"; then tests+=("$proof"); fi
if ((${#tests[@]} == 0)); then
  echo "there is no soak test that matches '$filter'" >&2
  exit 1
fi

share=$((seconds / ${#tests[@]}))
if ((share < 1)); then
  echo "soak: $seconds s are too few for ${#tests[@]} tests" >&2
  exit 1
fi
echo "soak: ${#tests[@]} tests, $share s each, PMGIT_SOAK_SEED=$PMGIT_SOAK_SEED"
failed=()
for test in "${tests[@]}"; do
  # '--filter' takes a regular expression, so the name ends before its parentheses.
  name=${test%%(*}
  echo "soak: $name"
  if [[ $name == "$proof" ]]; then
    PROOF_SECONDS=$share PROOF_SEED=$PMGIT_SOAK_SEED Scripts/test-proof.sh || failed+=("$name")
    continue
  fi
  log=$(mktemp)
  PMGIT_SOAK_SECONDS=$share "$swift" test -c release --skip-build \
    --filter "^${name//./\\.}\\(" 2>&1 | tee "$log" || failed+=("$name")
  # A filter that matches nothing also succeeds.
  grep -q 'Test run with 1 test ' "$log" || failed+=("$name, which did not run,")
  rm -f "$log"
done
if ((${#failed[@]} > 0)); then
  printf 'soak: %s failed\n' "${failed[@]}" >&2
  exit 1
fi
