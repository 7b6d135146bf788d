#!/usr/bin/env bash
# Compares the model of the proofs with what the program does, on random histories. Without Coq it is
# skipped, unless PMGIT_REQUIRE_PROOF is set, as 'make test-proof' does.
#
#     PROOF_MERGES=20000 PROOF_SEED=17 Scripts/test-proof.sh
#     PROOF_SECONDS=600 Scripts/test-proof.sh    for so many seconds, and without the controls
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
if ! command -v coqc >/dev/null; then
  echo "Coq is missing: the model is not compared with the program" >&2
  [[ -z "${PMGIT_REQUIRE_PROOF:-}" ]]
  exit
fi
Scripts/proof.sh model
if [[ -n "${PROOF_SECONDS:-}" ]]; then
  python3 -B Tests/ProofTests/test_merges.py Merges.test_the_program_does_what_the_model_says
else
  python3 -B Tests/ProofTests/test_merges.py
fi
