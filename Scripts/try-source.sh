#!/usr/bin/env bash
# Runs the README's commands exactly as written in new systems made by mmdebstrap: try-source.sh
# [RELEASE...]
#
# Each system has git, make, Swift and the libraries that Swift needs, and a clone of the last
# commit. In one system of each release, an ordinary user, who may not install anything, runs the
# first command, which must report what is missing. Then root runs that command twice, and the
# others once. In another system, a user with sudo runs all of them. The script needs root and Swift
# on the PATH. RELEASE is bookworm and trixie by default. PEOPLE="root" or PEOPLE="sudo" is for one
# of the systems. COMMANDS=1 runs only the first command, which takes as long as a build; the tests
# take much longer.
set -euo pipefail

cd "$(dirname "$0")/.."
source Scripts/fresh-system.sh
releases=("$@")
((${#releases[@]} > 0)) || releases=(bookworm trixie)
read -ra people <<<"${PEOPLE:-root sudo}"
begin_systems

# Runs a command in the clone, as root or as a user.
run_as() {  # PERSON SYSTEM COMMAND
  case $1 in
    root) inside "$2" bash -euo pipefail -c "cd ~/pmgit; $3" ;;
    *) inside "$2" su "$1" -c "export PATH=$swift/bin:/usr/bin:/bin; set -eu; cd ~/pmgit; $3" ;;
  esac
}

# Makes a user with a clone.
add_user() {  # NAME SYSTEM
  inside "$2" useradd --create-home --shell /bin/bash "$1"
  cp -r "$2/root/pmgit" "$2/home/$1/pmgit"
  # Folders that were lent to the system belong to root.
  git config --file "$2/home/$1/.gitconfig" safe.directory '*'
  inside "$2" chown -R "$1:" "/home/$1"
}

# Tries a command that must say what is missing, because the user may not install it.
refuse() {  # SYSTEM COMMAND
  local said
  add_user nobody-else "$1"
  if said=$(run_as nobody-else "$1" "$2" 2>&1); then
    echo "it should have said what is missing" >&2
    exit 1
  fi
  echo "$said"
  grep -q '^  sudo apt-get install ' <<<"$said"
}

try() {  # PERSON RELEASE
  local person=$1 system=$systems/$2-$1 command number=0
  if [[ $person == sudo ]]; then
    person=someone
    make_system "$2" "$system" sudo
    add_user "$person" "$system"
    echo "$person ALL=(ALL) NOPASSWD: ALL" >"$system/etc/sudoers.d/$person"
  else
    make_system "$2" "$system"
  fi
  commands=$(Scripts/readme-commands.sh)
  while read -r command <&3; do
    number=$((number + 1))
    if ((number == 1)) && [[ $person == root ]]; then
      echo "== $2: $command (by a user who may install nothing)"
      refuse "$system" "$command"
    elif ((number > 1)) && [[ ${COMMANDS:-} == 1 ]]; then
      break
    fi
    echo "== $2: $command (by $person)"
    run_as "$person" "$system" "$command"
    if ((number == 1)); then
      echo "== $2: $command (again)"
      run_as "$person" "$system" "$command" | cat
      # What it said to type.
      run_as "$person" "$system" "cd ~/pmgit-demo/one && ~/pmgit/.build/release/pmgit resolve --list | grep title"
    fi
  done 3<<<"$commands"
  remove_folder "$system"
}

for release in "${releases[@]}"; do
  for person in "${people[@]}"; do try "$person" "$release"; done
done
echo "tried on: ${releases[*]} (${people[*]})"
