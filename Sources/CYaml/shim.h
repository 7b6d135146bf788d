// The header of libyaml for Swift.

#ifndef PMGIT_CYAML_SHIM_H
#define PMGIT_CYAML_SHIM_H

#if !__has_include(<yaml.h>)
#error "pmgit needs the headers of libyaml: install libyaml-dev (Debian) or libyaml (Homebrew)"
#endif

#include <yaml.h>

#endif
