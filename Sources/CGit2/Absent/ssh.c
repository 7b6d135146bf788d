// Replaces libssh2 if libgit2 is linked statically. pmgit never connects through libgit2, because it uses the git
// program for remotes. So neither libssh2 nor OpenSSL, which it needs, is linked.
//
// libgit2 starts the library in 'git_libgit2_init', which succeeds and does nothing here. Each connection begins
// with a session, which can't be created, so the other functions are never called. If they are, they fail.

#include <stddef.h>
#include <libssh2.h>

int libssh2_init(int flags) { return 0; }
void libssh2_exit(void) {}

// MARK: - The beginning of a connection

LIBSSH2_SESSION *libssh2_session_init_ex(
    LIBSSH2_ALLOC_FUNC((*allocate)), LIBSSH2_FREE_FUNC((*release)),
    LIBSSH2_REALLOC_FUNC((*reallocate)), void *abstract) {
  return NULL;
}

LIBSSH2_AGENT *libssh2_agent_init(LIBSSH2_SESSION *session) { return NULL; }
LIBSSH2_KNOWNHOSTS *libssh2_knownhost_init(LIBSSH2_SESSION *session) { return NULL; }
LIBSSH2_CHANNEL *libssh2_channel_open_ex(
    LIBSSH2_SESSION *session, const char *type, unsigned int type_length, unsigned int window,
    unsigned int packet, const char *message, unsigned int message_length) {
  return NULL;
}

// MARK: - Sessions

int libssh2_session_handshake(LIBSSH2_SESSION *session, libssh2_socket_t socket) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_session_disconnect_ex(
    LIBSSH2_SESSION *session, int reason, const char *description, const char *language) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_session_free(LIBSSH2_SESSION *session) { return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED; }
int libssh2_session_method_pref(LIBSSH2_SESSION *session, int method, const char *preferred) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_session_last_error(
    LIBSSH2_SESSION *session, char **message, int *length, int wants_copy) {
  if (message) *message = NULL;
  if (length) *length = 0;
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

void libssh2_session_set_blocking(LIBSSH2_SESSION *session, int blocking) {}
// libgit2 calls it from 1.7 on.
void libssh2_session_set_timeout(LIBSSH2_SESSION *session, long milliseconds) {}
void **libssh2_session_abstract(LIBSSH2_SESSION *session) { return NULL; }
const char *libssh2_session_hostkey(LIBSSH2_SESSION *session, size_t *length, int *type) {
  return NULL;
}

const char *libssh2_hostkey_hash(LIBSSH2_SESSION *session, int type) { return NULL; }

// MARK: - Known hosts

int libssh2_knownhost_readfile(LIBSSH2_KNOWNHOSTS *hosts, const char *path, int type) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_knownhost_checkp(
    LIBSSH2_KNOWNHOSTS *hosts, const char *host, int port, const char *key, size_t length,
    int type, struct libssh2_knownhost **known) {
  return LIBSSH2_KNOWNHOST_CHECK_FAILURE;
}

void libssh2_knownhost_free(LIBSSH2_KNOWNHOSTS *hosts) {}

// MARK: - Authentication

int libssh2_agent_connect(LIBSSH2_AGENT *agent) { return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED; }
int libssh2_agent_disconnect(LIBSSH2_AGENT *agent) { return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED; }
int libssh2_agent_list_identities(LIBSSH2_AGENT *agent) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_agent_get_identity(
    LIBSSH2_AGENT *agent, struct libssh2_agent_publickey **key,
    struct libssh2_agent_publickey *previous) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_agent_userauth(
    LIBSSH2_AGENT *agent, const char *user, struct libssh2_agent_publickey *key) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

void libssh2_agent_free(LIBSSH2_AGENT *agent) {}

char *libssh2_userauth_list(LIBSSH2_SESSION *session, const char *user, unsigned int length) {
  return NULL;
}

int libssh2_userauth_authenticated(LIBSSH2_SESSION *session) { return 0; }

int libssh2_userauth_password_ex(
    LIBSSH2_SESSION *session, const char *user, unsigned int user_length, const char *password,
    unsigned int password_length, LIBSSH2_PASSWD_CHANGEREQ_FUNC((*change))) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_userauth_keyboard_interactive_ex(
    LIBSSH2_SESSION *session, const char *user, unsigned int user_length,
    LIBSSH2_USERAUTH_KBDINT_RESPONSE_FUNC((*response))) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_userauth_publickey(
    LIBSSH2_SESSION *session, const char *user, const unsigned char *key, size_t length,
    LIBSSH2_USERAUTH_PUBLICKEY_SIGN_FUNC((*sign)), void **abstract) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_userauth_publickey_fromfile_ex(
    LIBSSH2_SESSION *session, const char *user, unsigned int user_length, const char *public_key,
    const char *private_key, const char *passphrase) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

int libssh2_userauth_publickey_frommemory(
    LIBSSH2_SESSION *session, const char *user, size_t user_length, const char *public_key,
    size_t public_length, const char *private_key, size_t private_length,
    const char *passphrase) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

// MARK: - Channels

int libssh2_channel_process_startup(
    LIBSSH2_CHANNEL *channel, const char *request, unsigned int request_length,
    const char *message, unsigned int message_length) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

ssize_t libssh2_channel_read_ex(
    LIBSSH2_CHANNEL *channel, int stream, char *buffer, size_t length) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

ssize_t libssh2_channel_write_ex(
    LIBSSH2_CHANNEL *channel, int stream, const char *buffer, size_t length) {
  return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED;
}

void libssh2_channel_set_blocking(LIBSSH2_CHANNEL *channel, int blocking) {}
int libssh2_channel_close(LIBSSH2_CHANNEL *channel) { return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED; }
int libssh2_channel_free(LIBSSH2_CHANNEL *channel) { return LIBSSH2_ERROR_METHOD_NOT_SUPPORTED; }
