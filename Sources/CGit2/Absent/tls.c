// Replaces the TLS of mbed TLS if libgit2 is linked statically. pmgit never connects through libgit2, because it
// uses the git program for remotes. The hash functions of mbed TLS, which libgit2 needs, are linked unchanged.
//
// libgit2 creates a configuration in 'git_libgit2_init'. This succeeds here, without reading certificates or
// randomness. Each connection begins with a handshake, which fails, so the later functions are never called. If
// they are, they fail too: there are no bytes to read and no valid certificate.

#include <stddef.h>
#include <string.h>
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/ssl.h>
#include <mbedtls/x509_crt.h>

// MARK: - The configuration that libgit2 makes when it starts

void mbedtls_ssl_config_init(mbedtls_ssl_config *configuration) {
  memset(configuration, 0, sizeof *configuration);
}

int mbedtls_ssl_config_defaults(
    mbedtls_ssl_config *configuration, int endpoint, int transport, int preset) {
  return 0;
}

void mbedtls_ssl_config_free(mbedtls_ssl_config *configuration) {
  if (configuration) memset(configuration, 0, sizeof *configuration);
}

/// libgit2 requires at least one known cipher; this number is not that of any cipher.
int mbedtls_ssl_get_ciphersuite_id(const char *name) { return 0xffff; }

void mbedtls_ssl_conf_authmode(mbedtls_ssl_config *configuration, int mode) {}
void mbedtls_ssl_conf_ciphersuites(mbedtls_ssl_config *configuration, const int *suites) {}
void mbedtls_ssl_conf_min_version(mbedtls_ssl_config *configuration, int major, int minor) {}
void mbedtls_ssl_conf_ca_chain(
    mbedtls_ssl_config *configuration, mbedtls_x509_crt *chain, mbedtls_x509_crl *revoked) {}
void mbedtls_ssl_conf_rng(
    mbedtls_ssl_config *configuration, int (*random)(void *, unsigned char *, size_t),
    void *source) {}

void mbedtls_entropy_init(mbedtls_entropy_context *source) { memset(source, 0, sizeof *source); }
void mbedtls_entropy_free(mbedtls_entropy_context *source) {}
int mbedtls_entropy_func(void *source, unsigned char *output, size_t length) {
  return MBEDTLS_ERR_ENTROPY_SOURCE_FAILED;
}

void mbedtls_ctr_drbg_init(mbedtls_ctr_drbg_context *random) { memset(random, 0, sizeof *random); }
void mbedtls_ctr_drbg_free(mbedtls_ctr_drbg_context *random) {}
int mbedtls_ctr_drbg_seed(
    mbedtls_ctr_drbg_context *random, int (*entropy)(void *, unsigned char *, size_t),
    void *source, const unsigned char *custom, size_t length) {
  return 0;
}

int mbedtls_ctr_drbg_random(void *random, unsigned char *output, size_t length) {
  return MBEDTLS_ERR_CTR_DRBG_ENTROPY_SOURCE_FAILED;
}

// MARK: - Certificates

void mbedtls_x509_crt_init(mbedtls_x509_crt *chain) { memset(chain, 0, sizeof *chain); }
void mbedtls_x509_crt_free(mbedtls_x509_crt *chain) {}
int mbedtls_x509_crt_parse_path(mbedtls_x509_crt *chain, const char *path) { return 0; }

/// Weak, because the program defines its own for a shared libgit2; see Certificates.swift.
__attribute__((weak)) int mbedtls_x509_crt_parse_file(mbedtls_x509_crt *chain, const char *path) {
  return 0;
}

int mbedtls_x509_crt_verify_info(
    char *buffer, size_t size, const char *prefix, uint32_t flags) {
  return MBEDTLS_ERR_X509_FEATURE_UNAVAILABLE;
}

// MARK: - Connections

void mbedtls_ssl_init(mbedtls_ssl_context *connection) {
  memset(connection, 0, sizeof *connection);
}

/// Succeeds. If it failed, libgit2 1.5 would free its stream twice.
int mbedtls_ssl_setup(mbedtls_ssl_context *connection, const mbedtls_ssl_config *configuration) {
  return 0;
}

int mbedtls_ssl_set_hostname(mbedtls_ssl_context *connection, const char *name) {
  return MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE;
}

void mbedtls_ssl_set_bio(
    mbedtls_ssl_context *connection, void *state, mbedtls_ssl_send_t *send,
    mbedtls_ssl_recv_t *receive, mbedtls_ssl_recv_timeout_t *receive_timeout) {}

int mbedtls_ssl_handshake(mbedtls_ssl_context *connection) {
  return MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE;
}

/// Returns mbed TLS's value for a connection that was never verified.
uint32_t mbedtls_ssl_get_verify_result(const mbedtls_ssl_context *connection) {
  return 0xffffffff;
}

const mbedtls_x509_crt *mbedtls_ssl_get_peer_cert(const mbedtls_ssl_context *connection) {
  return NULL;
}

int mbedtls_ssl_read(mbedtls_ssl_context *connection, unsigned char *buffer, size_t length) {
  return MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE;
}

int mbedtls_ssl_write(mbedtls_ssl_context *connection, const unsigned char *buffer, size_t length) {
  return MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE;
}

int mbedtls_ssl_close_notify(mbedtls_ssl_context *connection) {
  return MBEDTLS_ERR_SSL_FEATURE_UNAVAILABLE;
}

void mbedtls_ssl_free(mbedtls_ssl_context *connection) {}
