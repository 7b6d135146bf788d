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

unset "${!GIT_@}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work GIT_CONFIG_NOSYSTEM=1
git config --global user.name Bench
git config --global user.email bench@example.org
git config --global init.defaultBranch main
git config --global maintenance.auto false
# As pmgit does, git flushes what it writes to the disk.
git config --global core.fsync all

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

# Makes a program that does by git's plumbing what writing one plan takes, and no more: a blob, the
# plan's folder, 'plans', the root, a commit, and the move of a branch. That is six processes and the
# shell that starts them. What they read is found before; only the ids that change are put in.
write_with_git() {
  local tip path folder file
  tip=$(git rev-parse refs/heads/pmgit/main)
  path=$(git ls-tree -r --name-only "$tip" plans | sed -n 1p)
  file=$(basename "$path")
  folder=$(basename "$(dirname "$path")")
  git cat-file blob "$tip:$path" > "$work/plan"
  # First the line that changes, of fixed length, then the others; mktree sorts them.
  listing "$tip:plans/$folder" "$file" > "$work/folder"
  listing "$tip:plans" "$folder" > "$work/plans"
  listing "$tip" plans > "$work/root"
  git update-ref refs/heads/bench "$tip"
  # '1<>' writes over the beginning of a file, without a process.
  cat > "$work/git-write" << SCRIPT
#!/bin/sh
set -e
printf '%16s' "\$\$" 1<> "$work/plan"
id=\$(git hash-object -w "$work/plan")
printf '100644 blob %s' "\$id" 1<> "$work/folder"
id=\$(git mktree < "$work/folder")
printf '040000 tree %s' "\$id" 1<> "$work/plans"
id=\$(git mktree < "$work/plans")
printf '040000 tree %s' "\$id" 1<> "$work/root"
id=\$(git mktree < "$work/root")
id=\$(git commit-tree "\$id" -p $tip -m bench)
git update-ref refs/heads/bench "\$id"
SCRIPT
  chmod +x "$work/git-write"
  "$work/git-write"
  [ "$(git diff-tree -r --name-only "$tip" refs/heads/bench)" = "$path" ] ||
    { echo "benchmark: git's plumbing wrote something else than one plan" >&2; exit 1; }
}

# Lists a tree, one entry of it first.
listing() {  # TREE NAME
  git ls-tree "$1" | awk -F '\t' -v name="$2" '$2 == name'
  git ls-tree "$1" | awk -F '\t' -v name="$2" '$2 != name'
}

measure() {
  local name=$1 file=$2 first
  # The quotes are Markdown.
  # shellcheck disable=SC2016
  local plumbing='one plan by six processes: `hash-object`, three `mktree`, `commit-tree`, `update-ref`'
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
  write_with_git
  write=$(median "$work/git-write")
  echo "| import, $name plans | $(((end - start) / 1000000)) | | | one run |"
  row "\`add\`, $name plans" "$(median "$pmgit add -q benchmark")" "$write" "$plumbing"
  row "\`move\`, $name plans" "$(median --prepare "$pmgit move -q $first todo" "$pmgit move -q $first doing")" \
    "$write" "$plumbing"
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
