#!/usr/bin/env bash
# Times whole processes of the release build beside git doing the same, and prints a table.
#
#   Scripts/benchmark.sh [SIZE...]     sizes of generated boards; 100 10000 unless given
#
# PMGIT names the program (default: the release build), PMGIT_REAL_BACKLOG a file of real plans.
# Times on shared machines do not repeat; the ratios to git within one run do.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
pmgit=${PMGIT:-$here/.build/release/pmgit}
sizes=("$@")
[ ${#sizes[@]} -gt 0 ] || sizes=(100 10000)
for need in hyperfine git python3; do
  command -v "$need" > /dev/null || { echo "benchmark: '$need' is missing" >&2; exit 1; }
done
[ -x "$pmgit" ] || { echo "benchmark: '$pmgit' is missing; run 'make build'" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work GIT_CONFIG_NOSYSTEM=1
git config --global user.name Bench
git config --global user.email bench@example.org
git config --global init.defaultBranch main
git config --global maintenance.auto false

# Plans whose fields vary, the same in every run.
generate() {
  python3 - "$1" << 'PYTHON'
import json, random, sys
random.seed(1)
words = "fix add login sync merge board column crash slow test docs release label query".split()
for n in range(int(sys.argv[1])):
    print(json.dumps({
        "title": " ".join(random.choices(words, k=6)).capitalize() + f" {n}",
        "body": "\n".join(" ".join(random.choices(words, k=12)) for _ in range(random.randint(0, 12))),
        "state": random.choice(["todo", "doing", "done", "done"]),
        "priority": random.choice([None, "low", "medium", "high"]),
        "due": random.choice([None, "2026-12-01", "2027-01-15"]),
        "labels": random.sample(words, k=random.randint(0, 3)),
        "aliases": [f"bench:{n}"]}))
PYTHON
}

# Prints the median of a command in milliseconds.
median() {
  hyperfine -N --warmup 3 --min-runs "${runs:-20}" --export-json "$work/times.json" "$@" > /dev/null 2>&1
  python3 -c 'import json, sys
print(round(json.load(open(sys.argv[1]))["results"][0]["median"] * 1000, 1))' "$work/times.json"
}

row() {
  local what=$1 ours=$2 theirs=$3 reference=$4
  python3 -c 'import sys
what, ours, theirs, reference = sys.argv[1:]
print(f"| {what} | {ours} | {theirs} | {float(ours) / float(theirs):.2f} | {reference} |")' \
    "$what" "$ours" "$theirs" "$reference"
}

# What git needs to write one file of the board as a commit: four processes.
write_with_git() {
  cat > "$work/git-write" << 'SCRIPT'
#!/bin/sh
set -e
tip=$(git rev-parse refs/heads/pmgit/main)
path=$(git ls-tree -r --name-only "$tip" plans | head -n 1)
folder=$(dirname "$path")
blob=$(date +%N | git hash-object -w --stdin)
inner=$(git ls-tree "$tip:$folder" | sed "s|blob [0-9a-f]*\t$(basename "$path")|blob $blob\t$(basename "$path")|" | git mktree)
plans=$(git ls-tree "$tip:plans" | sed "s|tree [0-9a-f]*\t$(basename "$folder")\$|tree $inner\t$(basename "$folder")|" | git mktree)
tree=$(git ls-tree "$tip" | sed "s|tree [0-9a-f]*\tplans\$|tree $plans\tplans|" | git mktree)
commit=$(git commit-tree "$tree" -p "$tip" -m bench)
git update-ref refs/heads/bench "$commit"
SCRIPT
  chmod +x "$work/git-write"
  echo "$work/git-write"
}

measure() {
  local name=$1 file=$2 first
  mkdir "$work/$name"
  cd "$work/$name"
  git init -q
  "$pmgit" init -q
  local start end
  start=$(date +%s%N)
  "$pmgit" import -q "$file"
  end=$(date +%s%N)
  git fsck --strict > /dev/null 2>&1
  first=$("$pmgit" list limit:1 | cut -f 1)
  git ls-tree -r --format='%(objectname)' pmgit/main plans > "$work/blobs"
  local cat write
  printf '#!/bin/sh\nexec git cat-file --batch < "%s"\n' "$work/blobs" > "$work/git-read"
  chmod +x "$work/git-read"
  cat=$(median "$work/git-read")
  write=$(median "$(write_with_git)")
  echo "| import, $name plans | $(((end - start) / 1000000)) | | | one run |"
  row "\`add\`, $name plans" "$(median "$pmgit add -q benchmark")" "$write" "one file by git's plumbing"
  row "\`move\`, $name plans" "$(median --prepare "$pmgit move -q $first todo" "$pmgit move -q $first doing")" \
    "$write" "one file by git's plumbing"
  row "\`list\`, $name plans" "$(median "$pmgit list")" "$cat" "\`git cat-file --batch\` of its blobs"
  row "\`board\`, $name plans" "$(median "$pmgit board")" "$cat" "\`git cat-file --batch\` of its blobs"
}

echo "| what | pmgit, ms | git, ms | ratio | git's part |"
echo "| --- | --- | --- | --- | --- |"
# The quotes are Markdown.
# shellcheck disable=SC2016
row '`--version`' "$(median "$pmgit --version")" "$(median 'git --version')" '`git --version`'
if [ -n "${PMGIT_REAL_BACKLOG:-}" ]; then measure 'real' "$PMGIT_REAL_BACKLOG"; fi
for size in "${sizes[@]}"; do
  generate "$size" > "$work/$size.jsonl"
  measure "$size" "$work/$size.jsonl"
done
