#!/usr/bin/env bash
# Tests bridges with the trackers' own programs, gh in two versions and glab, and with curl for Gitea, and a server
# that plays the trackers. A program that is missing and can't be fetched is skipped, unless PMGIT_REQUIRE_FORGES
# is set. Usage: test-forges.sh [PART OF THE NAME OF TESTS]
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
# Debian's python3-minimal lacks most of the standard library.
if ! python3 -c 'import unittest' 2>/dev/null; then
  echo "python3 or its standard library is missing: bridges are not tried with gh and glab" >&2
  [[ -z "${PMGIT_REQUIRE_FORGES:-}" ]]
  exit
fi
Scripts/forge-programs.sh
test="python3 -B -m unittest discover --start-directory Tests/ForgeTests -k"
part="${1:+$1*}"
Scripts/together.sh "$test '*OldGh*$part'" "$test '*NewGh*$part'" "$test '*Glab*$part'" "$test '*Gitea*$part'"
