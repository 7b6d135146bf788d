#!/usr/bin/env bash
# Builds the site from docs/, with a search, in .build/site. A broken link is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=.build/site-tools
if ! PYTHONPATH="$tools" python3 -c 'import mkdocs, material' 2>/dev/null; then
  python3 -m pip install --quiet --disable-pip-version-check --target "$tools" 'mkdocs>=1.6,<2' 'mkdocs-material>=9.5,<10'
fi
PYTHONPATH="$tools" NO_MKDOCS_2_WARNING=1 python3 -B -m mkdocs build --strict >.build/site.log 2>&1 || {
  grep -v "^INFO" .build/site.log >&2
  exit 1
}
echo "the site is in .build/site, its first page is .build/site/index.html"
