#!/usr/bin/env bash
# Tests bridges with GitHub's own program, in two versions, and a server that plays GitHub. A version that is
# missing and can't be fetched is skipped, unless PMGIT_REQUIRE_FORGES is set.
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
Scripts/forge-programs.sh
test="python3 -B -m unittest discover --start-directory Tests/ForgeTests -k"
Scripts/together.sh "$test OldGh" "$test NewGh"
