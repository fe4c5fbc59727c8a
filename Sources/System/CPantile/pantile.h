/*
 * Pantile for programs in other languages: widgets written in TSX become the payload bytes that
 * devices show, and update requests are answered without a socket of Pantile's own.
 *
 *   Ownership   Every pointer that goes in is read during the call and never kept, except the
 *               `context` of a callback. Whatever comes out belongs to the caller, who gives it back
 *               with the function that is named beside it. Giving back twice is harmless.
 *   Threads     Every function may be called from any thread, several at once, also with the same
 *               handle. Freeing a handle that another thread uses ends it when that call returns.
 *   Errors      Functions return a status and never exit, abort or print because of what they are
 *               given. A NULL or stale handle, a NULL where something is needed and a length over
 *               its bound are PANTILE_INVALID_ARGUMENT. A handle is no address: one that was freed,
 *               or was never given out, is recognised. Other pointers must be what they say.
 *   Growth      Structs that go in begin with their size: set it to sizeof, and the rest to zero.
 *               Zero means the default everywhere. A program that was built with an older header
 *               goes on working; one with a newer header is refused only where it uses members that
 *               the library does not know.
 *   Memory      A render has at most `memory_bytes` of its own, and all renders of a process
 *               together 16 MiB; what is over ends that render with PANTILE_LIMIT.
 */
#ifndef PANTILE_H
#define PANTILE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Functions and members at the end of structs may be added under one
   number; any other change makes a new one. */
#define PANTILE_API_VERSION 1

/* The version of the library's interface, to compare with PANTILE_API_VERSION. */
int32_t pantile_api_version(void);

/* ---- Status, errors and bytes ------------------------------------------------------------- */

enum {
  PANTILE_OK = 0,
  /* The call itself is wrong. */
  PANTILE_INVALID_ARGUMENT = 1,
  /* A file cannot be read, or lies outside the root. */
  PANTILE_FILE = 2,
  /* The sources have an error. */
  PANTILE_COMPILE = 3,
  /* Props or environment are no JSON object. */
  PANTILE_INPUT = 4,
  /* The widget threw. */
  PANTILE_THROWN = 5,
  /* A limit was reached: of steps, memory, output, nesting, the thread's stack, or malloc. */
  PANTILE_LIMIT = 6,
  /* The payload, or props that were offered, are nothing that a device takes. */
  PANTILE_REFUSED = 7
};
typedef int32_t pantile_status;

/* What went wrong. The struct is the caller's; a function overwrites it without reading it. After
   PANTILE_OK `message` is NULL. Give back with pantile_error_free. */
typedef struct pantile_error {
  pantile_status status;
  /* The place in the source, both from 1; 0 where there is none. */
  uint32_t line;
  uint32_t column;
  /* UTF-8 text that ends with NUL: of one line, or of several with an excerpt of the source. */
  char *message;
} pantile_error;

/* Frees the message and clears the struct. NULL is fine. */
void pantile_error_free(pantile_error *error);

/* Bytes that belong to the caller. A NUL, not counted, stands behind them. The struct is the
   caller's; a function overwrites it without reading it. Give back with pantile_buffer_free. */
typedef struct pantile_buffer {
  char *data;
  size_t length;
} pantile_buffer;

/* Frees the bytes and clears the struct. NULL is fine. */
void pantile_buffer_free(pantile_buffer *buffer);

/* ---- Templates ---------------------------------------------------------------------------- */

/* A compiled widget; give back with pantile_template_free. */
typedef struct pantile_template pantile_template;

typedef struct pantile_template_options {
  size_t size;
  /* The folder outside of which nothing is read, links followed; NULL for the entry's folder. A
     widget from memory imports no files unless it is set. */
  const char *root;
  /* Bytes of one source file; all files together may have four times as many. Default: 1 MiB. */
  size_t source_bytes;
} pantile_template_options;

/* Compiles the widget of a TSX file and the files that it imports.
   `options` and `error` may be NULL. `*result` is NULL unless the status is PANTILE_OK. */
pantile_status pantile_template_create(
  const char *path, const pantile_template_options *options, pantile_template **result,
  pantile_error *error);

/* Compiles a widget from memory. `name` is its path below the root, for messages and imports, and
   ends as the source's language does: "widget.tsx". */
pantile_status pantile_template_create_from_source(
  const void *source, size_t source_length, const char *name,
  const pantile_template_options *options, pantile_template **result, pantile_error *error);

/* Gives a template back; servers that were made with it go on. NULL is fine. */
void pantile_template_free(pantile_template *handle);

enum {
  /* The bytes that Voltra's Node renderer gives. */
  PANTILE_MODE_REFERENCE = 0,
  /* The same picture in fewer bytes; what would blank or crash a device is refused. */
  PANTILE_MODE_COMPACT = 1
};

typedef struct pantile_render_options {
  size_t size;
  /* The export; NULL for the default one. */
  const char *export_name;
  /* The environment, a JSON object; NULL for an empty one. */
  const char *environment;
  size_t environment_length;
  /* Milliseconds since 1970; 0 for the system's clock. */
  double now;
  /* An IANA name and a BCP 47 tag; NULL for "UTC" and "en-US". */
  const char *time_zone;
  const char *locale;
  /* One of PANTILE_MODE_…. */
  int32_t mode;
  /* Whether `seed` is the seed of Math.random; otherwise each render has a fresh one. */
  int32_t has_seed;
  uint32_t seed;
  /* Steps of the virtual machine. Default: 5,000,000. */
  uint64_t steps;
  /* Bytes of values that the render makes. Default: 8 MiB. */
  size_t memory_bytes;
  /* Bytes of the payload. Default: 262,144. */
  size_t output_bytes;
} pantile_render_options;

/* Renders a payload.
   `props` is a JSON object of at most 262,144 bytes, or NULL with length 0. `families` is a list of
   `family_count` names; NULL with 0 for systemSmall, systemMedium and systemLarge. `options` and
   `error` may be NULL. `output` is empty unless the status is PANTILE_OK.
   A render uses at most 384 KiB of the calling thread's stack, less where less is there; it needs
   128 KiB. */
pantile_status pantile_render(
  pantile_template *handle, const void *props, size_t props_length, const char *const *families,
  size_t family_count, const pantile_render_options *options, pantile_buffer *output,
  pantile_error *error);

/* ---- Servers ------------------------------------------------------------------------------ */

/* Answers update requests; give back with pantile_server_free. */
typedef struct pantile_server pantile_server;

/* What a callback is told about a request; valid during the callback. */
typedef struct pantile_widget_request {
  size_t size;
  const char *widget_id;
  /* "ios" or "android". */
  const char *platform;
  /* The key of the instance, or NULL. */
  const char *instance;
  /* The user's choices as a JSON object of strings. */
  const char *configuration;
  /* The bearer token, or NULL; good unless tokens are not checked. */
  const char *token;
  const void *body;
  size_t body_length;
} pantile_widget_request;

/* Where a callback puts its bytes; valid during the callback. */
typedef struct pantile_output pantile_output;

/* Appends bytes to the output of a callback; more than 262,144 in all are refused, and the request
   is then answered with 500. To be called on the callback's thread. */
pantile_status pantile_output_append(pantile_output *output, const void *data, size_t length);

enum {
  /* The output holds what is asked for. */
  PANTILE_CONTENT = 0,
  /* There is nothing for this request: it is answered with 404. */
  PANTILE_NOTHING = 1,
  /* It is answered with 500. */
  PANTILE_FAILED = 2
};

/* Gives props for a request, or for a widget without a template the whole body. It is called on the
   threads that call pantile_handle, several at once, and must not let an exception or a longjmp
   pass. `context` is that of the widget and must live as long as the server. */
typedef int32_t (*pantile_content_callback)(
  void *context, const pantile_widget_request *request, pantile_output *output);

typedef struct pantile_widget {
  size_t size;
  const char *id;
  /* What renders; NULL where the callback gives the body itself. The server keeps its own hold. */
  pantile_template *template_handle;
  const char *export_name;
  const char *const *families;
  size_t family_count;
  /* The first props, which are tried as pantile_publish does; NULL for none. */
  const void *props;
  size_t props_length;
  /* Gives the props instead of those that were published; NULL for none. */
  pantile_content_callback content;
  void *context;
  /* How long a reply may be given again; 0 renders for each request. */
  uint32_t ttl_seconds;
  /* The max-age of Cache-Control; 0 leaves it to the device. */
  uint32_t max_age_seconds;
} pantile_widget;

typedef struct pantile_server_options {
  size_t size;
  const pantile_widget *const *widgets;
  size_t widget_count;
  /* SHA-256 digests of good tokens, each 64 hexadecimal digits; none: tokens are not checked. */
  const char *const *token_digests;
  size_t token_digest_count;
  /* Bytes of cached replies. Default: 4 MiB. */
  size_t cache_bytes;
  /* Takes a line about a render that failed; on the thread that calls pantile_handle. */
  void (*report)(void *context, const char *line);
  void *report_context;
} pantile_server_options;

/* Makes a server. `error` may be NULL. `*result` is NULL unless the status is PANTILE_OK. */
pantile_status pantile_server_create(
  const pantile_server_options *options, pantile_server **result, pantile_error *error);

/* Gives a server back. NULL is fine. */
void pantile_server_free(pantile_server *handle);

/* Tries props with every family of a widget and takes them if all render and show something;
   otherwise what was published stays, and the status is PANTILE_REFUSED with the reason.
   `instance` is the key of a placement; NULL for all placements. A widget has at most 4,096. */
pantile_status pantile_publish(
  pantile_server *handle, const char *widget_id, const char *instance, const void *props,
  size_t props_length, pantile_error *error);

typedef struct pantile_header {
  const char *name;
  const char *value;
} pantile_header;

/* A request as a server in another language has parsed it. */
typedef struct pantile_request {
  size_t size;
  /* Such as "GET", and the target as it was sent: "/?widgetId=weather&platform=ios". */
  const char *method;
  const char *target;
  const pantile_header *headers;
  size_t header_count;
  const void *body;
  size_t body_length;
  /* Milliseconds since 1970; 0 for the system's clock. */
  int64_t received_at;
} pantile_request;

/* A response. The struct is the caller's; pantile_handle overwrites it without reading it. All that
   it points to is given back with pantile_response_free. */
typedef struct pantile_response {
  int32_t status;
  /* The fields in order. Content-Length is among them where the status has one. */
  const pantile_header *headers;
  size_t header_count;
  const void *body;
  size_t body_length;
  void *storage;
} pantile_response;

/* Answers a request. A request that clients got wrong, or that is too large, is PANTILE_OK with a
   response of 400, 401, 404, 405, 413, 414 or 431. `error` may be NULL. A callback must not call it
   for the server that called the callback: this is PANTILE_INVALID_ARGUMENT. */
pantile_status pantile_handle(
  pantile_server *handle, const pantile_request *request, pantile_response *response,
  pantile_error *error);

/* Frees what a response points to and clears the struct. NULL is fine. */
void pantile_response_free(pantile_response *response);

#ifdef __cplusplus
}
#endif

#endif
