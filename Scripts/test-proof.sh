#!/usr/bin/env bash
# Compares the model of the proofs with what the program does, on random histories. Without Coq it is
# skipped, unless PMGIT_REQUIRE_PROOF is set.
#
#     PROOF_MERGES=20000 PROOF_SEED=17 Scripts/test-proof.sh
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
if ! command -v coqc >/dev/null; then
  echo "Coq is missing: the model is not compared with the program" >&2
  [[ -z "${PMGIT_REQUIRE_PROOF:-}" ]]
  exit
fi
Scripts/proof.sh model
python3 -B Tests/ProofTests/test_merges.py
