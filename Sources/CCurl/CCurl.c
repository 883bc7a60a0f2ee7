// libcurl is loaded by dlopen: a reader of a local file needs none of it, and the dynamic linker pays for it and its 30
// libraries at every start (measured 2026-11-21: 4 ms and 5 MB on top of 4 ms and 12 MB).

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// The functions in use, typed by curl.h and found by name.
#define FUNCTIONS(each)                                                                                              \
    each(curl_global_init) each(curl_easy_init) each(curl_easy_cleanup) each(curl_easy_perform)                      \
    each(curl_easy_strerror) each(curl_easy_setopt) each(curl_easy_getinfo) each(curl_slist_append)                  \
    each(curl_slist_free_all) each(curl_url) each(curl_url_set) each(curl_url_get) each(curl_url_cleanup)            \
    each(curl_free)

#define MEMBER(name) __typeof__(name) *name##_;
static struct { FUNCTIONS(MEMBER) } table;

static void *library;

// What is missing; null once all is there.
static const char *missing;

// The soname of every libcurl since 2006 (7.16). Of what its libraries call most is for other protocols: it is looked up when
// it is called, if ever, which saves a tenth of its loading.
static void load(void) {
    // Debian's libcurl for OpenSSL brings GnuTLS along for RTMP and LDAP, and GnuTLS sets itself up when it is loaded
    // unless it is told not to. A libcurl that speaks TLS by it sets it up itself.
    setenv("GNUTLS_NO_IMPLICIT_INIT", "1", 0);
    library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        missing = dlerror();
        return;
    }
#define FIND(name)                                                                                                   \
    table.name##_ = (__typeof__(name) *)dlsym(library, #name);                                                       \
    if (!table.name##_) missing = "libcurl.so.4 has no " #name;
    FUNCTIONS(FIND)
    if (!missing && table.curl_global_init_(CURL_GLOBAL_DEFAULT) != CURLE_OK) missing = "libcurl does not start";
}

const char *ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return missing;
}

CURL *ccurl_start(void) { return table.curl_easy_init_(); }

void ccurl_end(CURL *transfer) { table.curl_easy_cleanup_(transfer); }

CURLcode ccurl_perform(CURL *transfer) { return table.curl_easy_perform_(transfer); }

const char *ccurl_error_text(CURLcode code) { return table.curl_easy_strerror_(code); }

CURLcode ccurl_set_number(CURL *transfer, CURLoption option, long value) {
    return table.curl_easy_setopt_(transfer, option, value);
}

CURLcode ccurl_set_text(CURL *transfer, CURLoption option, const char *value) {
    return table.curl_easy_setopt_(transfer, option, value);
}

CURLcode ccurl_set_pointer(CURL *transfer, CURLoption option, void *value) {
    return table.curl_easy_setopt_(transfer, option, value);
}

// A receiver and its context: the pair of options that libcurl wants.
static CURLcode set_receiver(CURL *transfer, CURLoption function, ccurl_receiver receiver, CURLoption data,
                             void *context) {
    CURLcode code = table.curl_easy_setopt_(transfer, function, receiver);
    return code == CURLE_OK ? table.curl_easy_setopt_(transfer, data, context) : code;
}

CURLcode ccurl_on_header(CURL *transfer, ccurl_receiver receiver, void *context) {
    return set_receiver(transfer, CURLOPT_HEADERFUNCTION, receiver, CURLOPT_HEADERDATA, context);
}

CURLcode ccurl_on_body(CURL *transfer, ccurl_receiver receiver, void *context) {
    return set_receiver(transfer, CURLOPT_WRITEFUNCTION, receiver, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_before_request(CURL *transfer, ccurl_guard guard, void *context) {
    CURLcode code = table.curl_easy_setopt_(transfer, CURLOPT_PREREQFUNCTION, guard);
    return code == CURLE_OK ? table.curl_easy_setopt_(transfer, CURLOPT_PREREQDATA, context) : code;
}

CURLcode ccurl_open_sockets(CURL *transfer, curl_opensocket_callback opener, void *context) {
    CURLcode code = table.curl_easy_setopt_(transfer, CURLOPT_OPENSOCKETFUNCTION, opener);
    return code == CURLE_OK ? table.curl_easy_setopt_(transfer, CURLOPT_OPENSOCKETDATA, context) : code;
}

CURLcode ccurl_get_number(CURL *transfer, CURLINFO info, long *value) {
    return table.curl_easy_getinfo_(transfer, info, value);
}

CURLcode ccurl_get_text(CURL *transfer, CURLINFO info, const char **value) {
    return table.curl_easy_getinfo_(transfer, info, value);
}

struct curl_slist *ccurl_get_list(CURL *transfer, CURLINFO info) {
    struct curl_slist *list = NULL;
    return table.curl_easy_getinfo_(transfer, info, &list) == CURLE_OK ? list : NULL;
}

CURLcode ccurl_on_word(CURL *transfer, ccurl_hearer hearer, void *context) {
    CURLcode code = table.curl_easy_setopt_(transfer, CURLOPT_DEBUGFUNCTION, hearer);
    return code == CURLE_OK ? table.curl_easy_setopt_(transfer, CURLOPT_DEBUGDATA, context) : code;
}

// The SSL object of OpenSSL, or what took its name; null for the TLS of others.
static void *session(CURL *transfer) {
    struct curl_tlssessioninfo *found = NULL;
    if (table.curl_easy_getinfo_(transfer, CURLINFO_TLS_SSL_PTR, &found) != CURLE_OK || !found) return NULL;
    return found->backend == CURLSSLBACKEND_OPENSSL ? found->internals : NULL;
}

// libssl is among the libraries that libcurl brings along: dlsym(3) looks there, too.
int ccurl_alpn(CURL *transfer, char *name, size_t room) {
    void *ssl = session(transfer);
    void (*selected)(const void *, const unsigned char **, unsigned int *) =
        (void (*)(const void *, const unsigned char **, unsigned int *))dlsym(library, "SSL_get0_alpn_selected");
    if (!ssl || !selected) return -1;
    const unsigned char *text = NULL;
    unsigned int length = 0;
    selected(ssl, &text, &length);
    if (!text || length > room) return 0;
    memcpy(name, text, length);
    return (int)length;
}

int ccurl_unread(CURL *transfer) {
    void *ssl = session(transfer);
    int (*pending)(const void *) = (int (*)(const void *))dlsym(library, "SSL_pending");
    return ssl && pending ? pending(ssl) : 0;
}

struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *line) {
    return table.curl_slist_append_(list, line);
}

void ccurl_list_free(struct curl_slist *list) { table.curl_slist_free_all_(list); }

char *ccurl_url_part(const char *text, CURLUPart part) {
    CURLU *url = table.curl_url_();
    char *found = NULL;
    if (url && table.curl_url_set_(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        table.curl_url_get_(url, part, &found, CURLU_DEFAULT_PORT) != CURLUE_OK)
        found = NULL;
    table.curl_url_cleanup_(url);
    return found;
}

char *ccurl_url_resolve(const char *base, const char *relative) {
    CURLU *url = table.curl_url_();
    char *found = NULL;
    if (!url || table.curl_url_set_(url, CURLUPART_URL, base, CURLU_URLENCODE) != CURLUE_OK ||
        table.curl_url_set_(url, CURLUPART_URL, relative, CURLU_URLENCODE | CURLU_DISALLOW_USER) != CURLUE_OK ||
        table.curl_url_set_(url, CURLUPART_FRAGMENT, NULL, 0) != CURLUE_OK ||
        table.curl_url_get_(url, CURLUPART_URL, &found, CURLU_NO_DEFAULT_PORT) != CURLUE_OK)
        found = NULL;
    table.curl_url_cleanup_(url);
    return found;
}

CURLUcode ccurl_url_redirect(const char *base, const char *location, char **found) {
    // What libcurl itself takes for a Location.
    const unsigned int lenient = CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_NON_SUPPORT_SCHEME;
    *found = NULL;
    CURLU *url = table.curl_url_();
    CURLUcode code = url ? table.curl_url_set_(url, CURLUPART_URL, base, CURLU_NON_SUPPORT_SCHEME) : CURLUE_OUT_OF_MEMORY;
    if (code == CURLUE_OK) code = table.curl_url_set_(url, CURLUPART_URL, location, lenient | CURLU_DISALLOW_USER);
    if (code == CURLUE_OK) code = table.curl_url_get_(url, CURLUPART_URL, found, 0);
    table.curl_url_cleanup_(url);
    return code;
}

void ccurl_free(char *text) { table.curl_free_(text); }
