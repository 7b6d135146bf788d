// The header of zlib for Swift.

#ifndef PMGIT_CZLIB_SHIM_H
#define PMGIT_CZLIB_SHIM_H

#if !__has_include(<zlib.h>)
#error "pmgit needs the headers of zlib: install zlib1g-dev (Debian) or zlib (Homebrew)"
#endif

#include <zlib.h>

#endif
