// Replaces GSSAPI (Kerberos) if libgit2 is linked statically. pmgit never connects through libgit2, because it
// uses the git program for remotes. Debian's libgit2 needs these functions, but GSSAPI has no static library.
//
// Every function fails with the status of RFC 2744 for an unavailable operation, so nobody is authenticated.
// The parameters are those of the RFC; handles are declared as pointers to anything.

#include <stddef.h>
#include <stdint.h>

#define UNAVAILABLE ((uint32_t)16 << 16)

const void *GSS_C_NT_HOSTBASED_SERVICE = NULL;

uint32_t gss_indicate_mechs(uint32_t *minor, void **mechanisms) { return UNAVAILABLE; }
uint32_t gss_import_name(uint32_t *minor, void *text, void *type, void **name) {
  return UNAVAILABLE;
}

uint32_t gss_init_sec_context(
    uint32_t *minor, void *credential, void **context, void *target, void *mechanism,
    uint32_t flags, uint32_t seconds, void *bindings, void *input, void **actual_mechanism,
    void *output, uint32_t *actual_flags, uint32_t *actual_seconds) {
  return UNAVAILABLE;
}

uint32_t gss_display_status(
    uint32_t *minor, uint32_t status, int kind, void *mechanism, uint32_t *next, void *text) {
  return UNAVAILABLE;
}

uint32_t gss_delete_sec_context(uint32_t *minor, void **context, void *output) {
  return UNAVAILABLE;
}

uint32_t gss_release_name(uint32_t *minor, void **name) { return UNAVAILABLE; }
uint32_t gss_release_buffer(uint32_t *minor, void *buffer) { return UNAVAILABLE; }
uint32_t gss_release_oid_set(uint32_t *minor, void **set) { return UNAVAILABLE; }
