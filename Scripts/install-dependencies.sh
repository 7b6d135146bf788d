#!/usr/bin/env bash
# Installs what is missing for building and testing: with apt-get as root, or with sudo if that
# needs no password or can ask for it. Otherwise it prints what is missing and the command that
# installs it. It prints nothing if nothing is missing.
set -euo pipefail

packages=()

need_program() {  # PROGRAM PACKAGE
  command -v "$1" >/dev/null || packages+=("$2")
}

need_program git git
# The build clones its dependencies over https. git only recommends the package of certificates.
# Other systems than Debian store them elsewhere.
if command -v apt-get >/dev/null && [[ ! -e /etc/ssl/certs/ca-certificates.crt ]]; then
  packages+=(ca-certificates)
fi
need_program make make
need_program pkg-config pkg-config
need_program script bsdutils
# Tests sign commits with generated keys.
need_program ssh-keygen openssh-client
# Debian's package also installs the static libraries that libgit2 needs.
if ! command -v pkg-config >/dev/null || ! pkg-config --exists 'libgit2 >= 1.5'; then
  packages+=(libgit2-dev)
fi

if ! command -v pkg-config >/dev/null || ! pkg-config --exists 'sqlite3 >= 3.37'; then
  packages+=(libsqlite3-dev)
fi

if ! command -v pkg-config >/dev/null || ! pkg-config --exists 'yaml-0.1 >= 0.2'; then
  packages+=(libyaml-dev)
fi

if ((${#packages[@]} > 0)); then
  if ! command -v apt-get >/dev/null; then
    echo "missing: ${packages[*]} (names as Debian has them); install them, then try again" >&2
    exit 1
  elif ((EUID == 0)); then
    as_root=()
  elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo --non-interactive true 2>/dev/null; }; then
    as_root=(sudo)
    echo "installing with sudo: ${packages[*]}" >&2
  else
    echo "missing: ${packages[*]}; install with:" >&2
    echo "  sudo apt-get install ${packages[*]}" >&2
    exit 1
  fi
  # The package lists may be missing, as in a new container, or outdated.
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${packages[@]}"
fi

if ! command -v "${SWIFT:-swift}" >/dev/null; then
  echo "missing: Swift 6.2 or later; see https://www.swift.org/install" >&2
  exit 1
fi
