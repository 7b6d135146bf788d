// Written by Scripts/built-in-files.sh.

#include <stddef.h>

#include "CFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const CFile files[] = {
    {"commit-msg", (const char[]){
#embed "../../hooks/commit-msg" suffix(, 0)
    }},
    {"post-applypatch", (const char[]){
#embed "../../hooks/post-applypatch" suffix(, 0)
    }},
    {"post-checkout", (const char[]){
#embed "../../hooks/post-checkout" suffix(, 0)
    }},
    {"post-commit", (const char[]){
#embed "../../hooks/post-commit" suffix(, 0)
    }},
    {"post-merge", (const char[]){
#embed "../../hooks/post-merge" suffix(, 0)
    }},
    {"post-rewrite", (const char[]){
#embed "../../hooks/post-rewrite" suffix(, 0)
    }},
    {"pre-push", (const char[]){
#embed "../../hooks/pre-push" suffix(, 0)
    }},
    {"pre-receive", (const char[]){
#embed "../../hooks/pre-receive" suffix(, 0)
    }},
    {"prepare-commit-msg", (const char[]){
#embed "../../hooks/prepare-commit-msg" suffix(, 0)
    }},
    {NULL, NULL},
};

const CFile *c_hook_files(void) { return files; }
