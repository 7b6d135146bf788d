# shellcheck shell=bash
# Functions for new systems of Debian with git, make and Swift, to be sourced. They need root,
# mmdebstrap, and Swift on the PATH. A system is a folder for 'chroot'.

# Makes an empty folder for systems, $systems. It is removed when the script ends. Sets $swift to the
# folder of Swift, which has the same path in each system.
begin_systems() {
  swift=$(realpath "$(type -P swift)")
  swift=${swift%/bin/*}
  # On a disk: a build takes several gigabytes.
  systems=$(mktemp -d -p "${TMPDIR:-/var/tmp}" pmgit-systems.XXXXXX)
  trap end_systems EXIT
  # Otherwise a signal would end the script without the trap.
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
}

end_systems() { remove_folder "$systems" || echo "not removed: $systems" >&2; }

# Unmounts what is mounted in a folder, and removes the folder. If something can't be unmounted, all
# stays there.
remove_folder() {  # FOLDER
  mounts_in "$1" | sort -r | xargs --no-run-if-empty umount --lazy || :
  if [[ -n $(mounts_in "$1") ]]; then
    echo "still mounted, so not removed: $1" >&2
    return 1
  fi
  rm -rf --one-file-system "$1"
}

mounts_in() {  # FOLDER
  findmnt --noheadings --raw --output TARGET | awk -v folder="$1" '$0 == folder || index($0, folder "/") == 1'
}

# Makes a system with a clone of this repository's last commit in /root/pmgit, and further packages
# if need be.
make_system() {  # RELEASE SYSTEM [PACKAGE]...
  mmdebstrap --quiet --variant=minbase --include="git make $(needs_of_swift "$1") ${*:3}" "$1" "$2"
  # Nothing here must outlive a crash, so packages need not be flushed to the disk.
  echo force-unsafe-io >"$2/etc/dpkg/dpkg.cfg.d/unsafe-io"
  # The root of the system must be a mount, because programs in it mount file systems.
  mount --bind "$2" "$2"
  mount -t proc proc "$2/proc"
  # Tests and apt-get also need terminals and shared memory.
  mkdir -p "$2/dev/pts" "$2/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$2/dev/pts"
  ln -sf pts/ptmx "$2/dev/ptmx"
  mount -t tmpfs -o mode=1777 tmpfs "$2/dev/shm"
  lend "$swift" "$2"
  pass_through "$2"
  git clone --quiet --no-local "$PWD" "$2/root/pmgit"
}

# Prints the packages that Swift needs on Debian.
needs_of_swift() {  # RELEASE
  local gcc=12
  [[ $1 == bookworm ]] || gcc=14
  echo "binutils libc6-dev libgcc-$gcc-dev libstdc++-$gcc-dev libxml2 libncurses6 libsqlite3-0 libcurl4 python3-minimal tzdata zlib1g-dev"
}

# Mounts a folder of this machine at the same path in a system.
lend() {  # FOLDER SYSTEM
  mkdir -p "$2/$1"
  mount --bind "$1" "$2/$1"
  mount -o remount,bind,ro "$2/$1"
}

# Copies this machine's configuration of the network and of packages to a system: the certificates
# of a proxy, the settings of apt and pip, and the addresses that git uses instead of others.
pass_through() {  # SYSTEM
  local key value place
  cp --remove-destination /etc/resolv.conf /etc/hosts "$1/etc/"
  cp --no-clobber /etc/apt/apt.conf.d/* "$1/etc/apt/apt.conf.d/" 2>/dev/null || :
  if [[ -f /etc/pip.conf ]]; then cp /etc/pip.conf "$1/etc/"; fi
  mkdir -p "$1/usr/local/share/ca-certificates"
  cp /usr/local/share/ca-certificates/*.crt "$1/usr/local/share/ca-certificates/" 2>/dev/null || :
  while IFS= read -r -d '' key; do
    value=${key#*$'\n'}
    key=${key%%$'\n'*}
    git config --file "$1/etc/gitconfig" --add "$key" "$value"
    place=${key#url.}
    place=${place%.*}
    if [[ -d $place && ! -d $1/$place ]]; then lend "$place" "$1"; fi
  done < <(git config --null --get-regexp '^url\..*\.(pushinsteadof|insteadof)$' || :)
}

# Runs a command in a system, with no other variables than those below.
inside() {  # SYSTEM COMMAND...
  local system=$1 passed=()
  shift
  mapfile -t passed < <(env | grep -E '^(https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|PIP_(INDEX_URL|EXTRA_INDEX_URL|TRUSTED_HOST|DEFAULT_TIMEOUT)|CI)=')
  chroot "$system" /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH="$swift/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    "${passed[@]}" "$@" </dev/null
}
