#!/usr/bin/env bash
# Runs the README's commands exactly as written in new systems made by mmdebstrap: try-source.sh
# [RELEASE...]
#
# Each system has git, make, Swift and the libraries that Swift needs, and a clone of the last
# commit. An ordinary user, who may not install anything, runs the first command, which must report
# what is missing. Then root runs that command twice, and the others once. The script needs root and
# Swift on the PATH. RELEASE is bookworm and trixie by default. COMMANDS=1 runs only the first
# command, which takes as long as a build; the tests take much longer.
set -euo pipefail

cd "$(dirname "$0")/.."
sources=$PWD
releases=("$@")
((${#releases[@]} > 0)) || releases=(bookworm trixie)
swift=$(dirname "$(dirname "$(realpath "$(command -v swift)")")")
root=$(mktemp -d)
finish() {
  findmnt --noheadings --raw --output TARGET | grep "^$root/" | sort -r | xargs --no-run-if-empty umount
  rm -rf --one-file-system "$root"
}
trap finish EXIT

# Prints the packages that Swift needs on Debian.
needs() {  # RELEASE
  local gcc=12
  [[ $1 == bookworm ]] || gcc=14
  echo "binutils,libc6-dev,libgcc-$gcc-dev,libstdc++-$gcc-dev,libxml2,libncurses6,libsqlite3-0,libcurl4,python3-minimal,tzdata,zlib1g-dev"
}

# Copies this machine's network and package configuration to a system.
pass_through() {  # SYSTEM
  cp --remove-destination /etc/resolv.conf /etc/hosts "$1/etc/"
  cp --no-clobber /etc/apt/apt.conf.d/* "$1/etc/apt/apt.conf.d/" 2>/dev/null || :
  if [[ -f /etc/gitconfig ]]; then
    cp /etc/gitconfig "$1/etc/gitconfig"
    local place
    git config --system --name-only --get-regexp '^url\.' | sed 's/^url\.\(.*\)\.[a-z]*$/\1/' | sort -u |
      while read -r place; do
        if [[ -d $place ]]; then lend "$place" "$1"; fi
      done
  fi
}

# Mounts a folder of this machine at the same path in a system.
lend() {  # FOLDER SYSTEM
  mkdir -p "$2/$1"
  mount --bind "$1" "$2/$1"
  mount -o remount,bind,ro "$2/$1"
}

try() {  # RELEASE
  local system=$root/$1 command number=0
  mmdebstrap --quiet --variant=minbase --include="git,make,$(needs "$1")" "$1" "$system"
  inside() { chroot "$system" /usr/bin/env -i HOME=/root PATH="$swift/bin:/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 "$@"; }
  # The root of the system must be a mount, because programs in it mount file systems.
  mount --bind "$system" "$system"
  mount -t proc proc "$system/proc"
  # Tests and apt-get also need terminals and shared memory.
  mkdir -p "$system/dev/pts" "$system/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$system/dev/pts"
  ln -sf pts/ptmx "$system/dev/ptmx"
  mount -t tmpfs -o mode=1777 tmpfs "$system/dev/shm"
  lend "$swift" "$system"
  pass_through "$system"
  git clone --quiet --no-local "$sources" "$system/root/pmgit"
  inside useradd --create-home --shell /bin/bash user
  cp -r "$system/root/pmgit" "$system/home/user/pmgit"
  inside chown -R user:user /home/user
  commands=$(Scripts/readme-commands.sh)
  while read -r command <&3; do
    number=$((number + 1))
    if ((number == 1)); then
      echo "== $1: $command (by a user who may install nothing)"
      if said=$(inside su user -c "export PATH=\$PATH:$swift/bin; cd ~/pmgit && $command" </dev/null 2>&1); then
        echo "it should have said what is missing" >&2
        exit 1
      fi
      echo "$said"
      grep -q '^  sudo apt-get install ' <<<"$said"
    elif [[ ${COMMANDS:-} == 1 ]]; then
      break
    fi
    echo "== $1: $command"
    inside bash -euo pipefail -c "cd ~/pmgit; $command" </dev/null
    if ((number == 1)); then
      echo "== $1: $command (again)"
      inside bash -euo pipefail -c "cd ~/pmgit; $command" </dev/null | cat
      # What it said to type.
      inside bash -euo pipefail -c "cd ~/pmgit-demo/one && ~/pmgit/.build/release/pmgit conflicts | grep title"
    fi
  done 3<<<"$commands"
  findmnt --noheadings --raw --output TARGET | grep "^$system/" | sort -r | xargs --no-run-if-empty umount
  rm -rf --one-file-system "$system"
}

for release in "${releases[@]}"; do
  try "$release"
done
echo "tried on: ${releases[*]}"
