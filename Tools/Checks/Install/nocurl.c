// Stands for libcurl in programs that are linked with the static Foundation and ask the network in another way.
//
// The static FoundationNetworking refers to libcurl, which a machine that builds or runs the programs need not
// have. Nothing in them uses URLSession; whatever would, ends here with a sentence.
#include <stdio.h>
#include <stdlib.h>

static void gone(const char *name) {
  fprintf(stderr, "%s: this program was built without libcurl, so URLSession cannot be used\n", name);
  abort();
}

#define GONE(name) \
  void name(void); \
  void name(void) { gone(#name); }

GONE(curl_easy_cleanup)
GONE(curl_easy_duphandle)
GONE(curl_easy_getinfo)
GONE(curl_easy_init)
GONE(curl_easy_pause)
GONE(curl_easy_perform)
GONE(curl_easy_recv)
GONE(curl_easy_reset)
GONE(curl_easy_send)
GONE(curl_easy_setopt)
GONE(curl_easy_strerror)
GONE(curl_free)
GONE(curl_getdate)
GONE(curl_global_cleanup)
GONE(curl_global_init)
GONE(curl_multi_add_handle)
GONE(curl_multi_assign)
GONE(curl_multi_cleanup)
GONE(curl_multi_info_read)
GONE(curl_multi_init)
GONE(curl_multi_remove_handle)
GONE(curl_multi_setopt)
GONE(curl_multi_socket_action)
GONE(curl_multi_strerror)
GONE(curl_slist_append)
GONE(curl_slist_free_all)
GONE(curl_url)
GONE(curl_url_cleanup)
GONE(curl_url_get)
GONE(curl_url_set)
GONE(curl_version)
GONE(curl_version_info)
GONE(curl_ws_meta)
GONE(curl_ws_recv)
GONE(curl_ws_send)
