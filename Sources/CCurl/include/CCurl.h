// libcurl's easy interface, in forms that Swift can import: curl_easy_setopt and curl_easy_getinfo are variadic.
//
// The library is loaded at the first call of ccurl_load, not at the start of the program (see CCurl.c). Every other
// function here may be called only once ccurl_load has returned null.

#pragma once
#include <curl/curl.h>

/// Loads and initialises libcurl, once. Null, or what is missing.
const char *_Nullable ccurl_load(void);

/// curl_easy_init(3); null when out of memory.
CURL *_Nullable ccurl_start(void);
/// curl_easy_cleanup(3).
void ccurl_end(CURL *_Nonnull transfer);
/// curl_easy_perform(3).
CURLcode ccurl_perform(CURL *_Nonnull transfer);
/// curl_easy_strerror(3).
const char *_Nonnull ccurl_error_text(CURLcode code);

/// curl_easy_setopt(3), by the type of the option's value. Strings are copied by libcurl.
CURLcode ccurl_set_number(CURL *_Nonnull transfer, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *_Nonnull transfer, CURLoption option, const char *_Nullable value);
CURLcode ccurl_set_pointer(CURL *_Nonnull transfer, CURLoption option, void *_Nullable value);

/// Values of CURLOPT_HTTPAUTH, which curl.h has as macros with a cast.
static const long ccurl_auth_basic = CURLAUTH_BASIC;
static const long ccurl_auth_digest = CURLAUTH_DIGEST;
static const long ccurl_auth_bearer = CURLAUTH_BEARER;

/// The receiver of a header line (CURLOPT_HEADERFUNCTION), of a piece of the body (CURLOPT_WRITEFUNCTION): returns how
/// many bytes it took, and anything but `size * count` ends the transfer.
typedef size_t (*ccurl_receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
CURLcode ccurl_on_header(CURL *_Nonnull transfer, ccurl_receiver _Nonnull receiver, void *_Nullable context);
CURLcode ccurl_on_body(CURL *_Nonnull transfer, ccurl_receiver _Nonnull receiver, void *_Nullable context);

/// Asked before each request once the connection stands (CURLOPT_PREREQFUNCTION): CURL_PREREQFUNC_OK or _ABORT.
typedef int (*ccurl_guard)(void *_Nullable context, char *_Nullable peer, char *_Nullable local, int peer_port,
                           int local_port);
CURLcode ccurl_before_request(CURL *_Nonnull transfer, ccurl_guard _Nonnull guard, void *_Nullable context);

/// Opens the socket of each connection (CURLOPT_OPENSOCKETFUNCTION): CURL_SOCKET_BAD leaves that address alone.
CURLcode ccurl_open_sockets(CURL *_Nonnull transfer, curl_opensocket_callback _Nonnull opener, void *_Nullable context);

/// Hears what libcurl says of the transfer while CURLOPT_VERBOSE is on (CURLOPT_DEBUGFUNCTION); returns 0.
typedef int (*ccurl_hearer)(CURL *_Nullable transfer, curl_infotype type, char *_Nullable words, size_t count,
                            void *_Nullable context);
CURLcode ccurl_on_word(CURL *_Nonnull transfer, ccurl_hearer _Nonnull hearer, void *_Nullable context);

/// The protocol that both ends agreed on when TLS began (ALPN, RFC 7301), written to `name`, while the transfer goes on:
/// its length, 0 for none, -1 where the TLS does not say.
int ccurl_alpn(CURL *_Nonnull transfer, char *_Nonnull name, size_t room);
/// How many bytes TLS has received that nobody has read yet, while the transfer goes on; 0 where it does not say.
int ccurl_unread(CURL *_Nonnull transfer);

/// curl_easy_getinfo(3), by the type of the answer. Strings belong to the transfer.
CURLcode ccurl_get_number(CURL *_Nonnull transfer, CURLINFO info, long *_Nonnull value);
CURLcode ccurl_get_text(CURL *_Nonnull transfer, CURLINFO info, const char *_Nullable *_Nonnull value);

/// Likewise, of a list, to be freed by ccurl_list_free; null for an empty one.
struct curl_slist *_Nullable ccurl_get_list(CURL *_Nonnull transfer, CURLINFO info);

/// curl_slist_append(3): null when out of memory, and then the old list still stands.
struct curl_slist *_Nullable ccurl_list_append(struct curl_slist *_Nullable list, const char *_Nonnull line);
/// curl_slist_free_all(3).
void ccurl_list_free(struct curl_slist *_Nullable list);

/// One part of a URL as libcurl understands it (curl_url_get(3)), with its default port where it names none; to be
/// freed by ccurl_free. Null where the URL is malformed or has no such part.
char *_Nullable ccurl_url_part(const char *_Nonnull url, CURLUPart part);
/// Where a link of the page at `base` leads (RFC 3986 5): absolute, without a fragment, blanks and what is not ASCII
/// percent-encoded; to be freed by ccurl_free. Null for what is no URL, has a scheme that this libcurl does not know,
/// or names a user.
char *_Nullable ccurl_url_resolve(const char *_Nonnull base, const char *_Nonnull relative);
/// Where a Location leads that the answer of `base` has (RFC 9110 10.2.2): absolute, blanks and what is not ASCII
/// percent-encoded, of any scheme; to be freed by ccurl_free. CURLUE_USER_NOT_ALLOWED where the Location names a user.
CURLUcode ccurl_url_redirect(const char *_Nonnull base, const char *_Nonnull location, char *_Nullable *_Nonnull found);
/// curl_free(3).
void ccurl_free(char *_Nullable text);
