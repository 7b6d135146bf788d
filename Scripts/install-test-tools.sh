#!/usr/bin/env bash
# Installs what 'make test' does not need but has tests for, on Debian as root: servers, shells,
# browsers, what packs and checks packages, Coq, and what 'make lint' and 'make benchmark' use.
#
# Servers are not started. Each test starts its own. With the argument 'fetch', the packages are only
# downloaded.
set -euo pipefail

packages=(
  lighttpd openssh-server  # that boards are shared through
  zsh fish  # in which completion is tried
  python3 python3-pip  # for the tests in Python
  chromium chromium-driver firefox-esr  # in which the page is tried
  lowdown mandoc lintian curl jq xz-utils  # what packs the programs, and checks what was packed
  coq spin  # for the proofs
  openssl  # for the certificates of the server that plays GitHub
  gnupg tmux taskwarrior  # with which single tests try signatures, the screen and exports
  nodejs node-typescript shellcheck  # for 'make lint'
  hyperfine time  # for 'make benchmark'
)

# Prints a program of a package. It may also have come from elsewhere than from Debian.
program_of() {  # PACKAGE
  case $1 in
    openssh-server) echo sshd ;;
    chromium-driver) echo chromedriver ;;
    python3-pip) echo pip3 ;;
    coq) echo coqc ;;
    xz-utils) echo xz ;;
    gnupg) echo gpg ;;
    taskwarrior) echo task ;;
    nodejs) echo node ;;
    node-typescript) echo tsc ;;
    *) echo "$1" ;;
  esac
}

PATH=$PATH:/usr/sbin
missing=()
for package in "${packages[@]}"; do
  if ! type -P "$(program_of "$package")" >/dev/null; then missing+=("$package"); fi
done
((${#missing[@]} > 0)) || exit 0

if [[ ${1:-} == fetch ]]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends --download-only "${missing[@]}" >/dev/null
  exit
fi
policy=/usr/sbin/policy-rc.d
if [[ ! -e $policy ]]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
apt-get update -qq
# The hundreds of lines about packages would hide the tests.
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
