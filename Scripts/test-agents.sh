#!/usr/bin/env bash
# Tests 'pmgit agents mcp' with the client of the Python package 'mcp', which comes from PyPI. Without it the
# tests are skipped unless PMGIT_REQUIRE_AGENTS is set.
set -euo pipefail
cd "$(dirname "$0")/.."

export PMGIT="${PMGIT:-$PWD/.build/release/pmgit}"
libraries=.build/agent-tests
export PYTHONPATH="$libraries"

if ! python3 -c 'import mcp, unittest' 2>/dev/null &&
  ! python3 -m pip install --quiet --disable-pip-version-check --target "$libraries" 'mcp>=2.3,<3'; then
  echo "the Python package 'mcp' is missing: 'pmgit agents mcp' is not tried with it" >&2
  [[ -z "${PMGIT_REQUIRE_AGENTS:-}" ]]
  exit
fi
python3 -B -m unittest discover --start-directory Tests/AgentTests
