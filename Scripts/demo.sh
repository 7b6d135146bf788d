#!/usr/bin/env bash
# Two people share a board through git: what 'make demo' shows.
#
# It makes a project with a bare remote and a second clone in a temporary folder, and prints every
# command with its output. At the end it checks that both clones hold the same commit and that the
# code was not touched; it fails if not. KEEP=1 keeps the folder. Nothing outside it is read or
# written.
set -euo pipefail

PMGIT=${PMGIT:?set PMGIT to the path of the pmgit binary, or run 'make demo'}
PMGIT=$(realpath "$PMGIT")
root=$(mktemp -d "${TMPDIR:-/tmp}/pmgit-demo.XXXXXX")
root=$(realpath "$root")

finish() {
  local status=$?
  if [[ "${KEEP:-}" == 1 ]]; then
    echo "kept: $root"
  else
    rm -rf "$root"
  fi
  exit "$status"
}
trap finish EXIT

# A machine of its own: no configuration, identity or repository of the person who runs this.
while read -r name; do
  unset "$name"
done < <(compgen -e | grep -E '^(GIT_|EMAIL$|PAGER$)' || true)
export HOME="$root/home" XDG_CONFIG_HOME="$root/home/.config" GIT_CONFIG_NOSYSTEM=1
export LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 COLUMNS=80 GIT_PAGER=cat TERM=xterm
# 'script' runs its command by this shell.
SHELL=$(command -v bash)
export SHELL
mkdir -p "$HOME" "$root/bin"
ln -s "$PMGIT" "$root/bin/pmgit"
export PATH="$root/bin:$PATH"

# --- Showing what is run -----------------------------------------------------------------------

chapter() { printf '\n── %s\n' "$*"; }

# Prints a command as a person types it.
prompt() {
  local words=() word
  for word in "$@"; do
    # Quotes only where a shell needs them.
    if [[ "$word" =~ ^[A-Za-z0-9@%+=:,./_-]+$ ]]; then words+=("$word"); else words+=("\"$word\""); fi
  done
  printf '\n$ %s\n' "${words[*]}"
}

# Runs a command and shows it with its output.
run() {
  prompt "$@"
  "$@" 2>&1
}

# The same on a terminal of 80 columns, where pmgit prints the form for people.
look() {
  prompt "$@"
  # Without a pager, which would wait for a key on the terminal that 'script' makes.
  if [[ "$1" == pmgit ]]; then set -- "$@" --no-pager; fi
  if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    "$@" 2>&1
    return
  fi
  local line
  printf -v line '%q ' "$@"
  script -qec "stty cols 80 2>/dev/null; $line" /dev/null </dev/null | tr -d '\r'
}

# Adds a plan as 'run' does, and leaves the beginning of its id in 'id'.
add() {
  prompt pmgit add "$@"
  id=$(pmgit add "$@" 2>"$root/message") || fail "$(cat "$root/message")"
  echo "$id"
  cat "$root/message"
  id=$(sed -n 's/^added \([^ ]*\) to .*/\1/p' "$root/message")
}

fail() {
  echo "demo failed: $*" >&2
  exit 1
}

same() {  # WHAT ONE OTHER
  [[ "$2" == "$3" ]] || fail "$1: '$2' is not '$3'"
}

# --- A project with a remote -------------------------------------------------------------------

chapter "A project, as you may have one: a repository with a commit, and a remote"
cd "$root"
run git init -q --bare --initial-branch=main remote.git
run git init -q --initial-branch=main one
run cd one
run git config user.name "Dev One"
run git config user.email one@example.com
run touch app.py
run git add app.py
run git commit -q -m "Begin the app"
run git remote add origin ../remote.git
run git push -q -u origin main

chapter "A board in it"
run pmgit init
add "Fix login on iPad" --due +2d --label bug
login=$id
add "모바일 로그인 화면 고치기" --priority high --assign @me
korean=$id
add "Write the release notes" --due yesterday --check "collect changes" --check "ask for review"
notes=$id
run pmgit move "$login" doing
look pmgit board

chapter "The code does not notice"
run git status
run git branch --list

chapter "Sharing it"
run pmgit sync

# --- A colleague -------------------------------------------------------------------------------

chapter "Somebody else clones the project; the board is there at once"
run cd ..
run git clone -q remote.git two
run cd two
run git config user.name "Dev Two"
run git config user.email two@example.com
look pmgit list
run pmgit move "$korean" doing
run pmgit check "$notes" 1
run pmgit edit "$login" --title "Fix sign-in on tablets" --label ui

chapter "Meanwhile the first one edits the same plan, offline"
run cd ../one
run pmgit edit "$login" --title "Fix login on every iPad" --priority urgent
run pmgit comment "$login" -m "Seen on the mini, too."
run pmgit sync

chapter "The second one syncs: both titles are kept, all else is merged"
run cd ../two
run pmgit sync
look pmgit conflicts
look pmgit show "$login"
run pmgit resolve "$login" title --value "Fix sign-in on every iPad"
run pmgit sync

chapter "The first one syncs, and both have one board"
run cd ../one
run pmgit sync
look pmgit conflicts
look pmgit board
look pmgit log -n 4
look pmgit status

chapter "It is all in git"
run git log --graph --format="%h %an: %s" pmgit/main
run git status
run git fsck --strict

# --- What must be true now ---------------------------------------------------------------------

for clone in one two; do
  cd "$root/$clone"
  same "git status of $clone" "$(git status --porcelain)" ""
  same "HEAD of $clone" "$(git symbolic-ref HEAD)" refs/heads/main
  same "the code of $clone" "$(git rev-parse main)" "$(git -C ../remote.git rev-parse main)"
  same "the board of $clone" "$(git rev-parse pmgit/main)" \
    "$(git -C ../remote.git rev-parse pmgit/main)"
  same "the conflicts of $clone" "$(pmgit conflicts)" ""
  same "the title in $clone" "$(pmgit show "$login" | grep -c '^title.*sign-in on every iPad$')" 1
  git fsck --strict --no-dangling >/dev/null 2>&1 || fail "git fsck in $clone"
done
chapter "Both clones and the remote hold the same commit, and 'git status' is clean"
git rev-parse pmgit/main
