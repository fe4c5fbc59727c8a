/*
 * Calls the library with what it must refuse, from several threads, and with little stack.
 * `tools/build-embedding --checks` runs it; with --short it does less, for valgrind.
 */
#include <pantile.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHECK(condition) check((condition), #condition, __LINE__)

static atomic_int failures;

static void check(int holds, const char *condition, int line) {
  if (holds) return;
  fprintf(stderr, "check.c:%d: not so: %s\n", line, condition);
  failures++;
}

static const char *const families[] = {"systemSmall"};

static pantile_template *compile(const char *source) {
  pantile_template *made;
  pantile_error error;
  pantile_status status = pantile_template_create_from_source(
    source, strlen(source), "widget.tsx", NULL, &made, &error);
  if (status != PANTILE_OK) {
    fprintf(stderr, "%s\n", error.message);
    exit(1);
  }
  return made;
}

static const char text_widget[] =
  "import { Voltra } from '@use-voltra/ios'\n"
  "export default p => <Voltra.Text>{p.n.toFixed(0)}</Voltra.Text>\n";

static pantile_status render(pantile_template *handle, const char *props, char *text, size_t room) {
  pantile_buffer output;
  pantile_error error;
  pantile_status status =
    pantile_render(handle, props, strlen(props), families, 1, NULL, &output, &error);
  CHECK(status == error.status);
  CHECK((status == PANTILE_OK) == (output.data != NULL));
  CHECK((status == PANTILE_OK) == (error.message == NULL));
  if (text != NULL) snprintf(text, room, "%s", output.data != NULL ? output.data : error.message);
  pantile_buffer_free(&output);
  pantile_buffer_free(&output);
  pantile_error_free(&error);
  pantile_error_free(&error);
  return status;
}

static void refuses_wrong_arguments(void) {
  pantile_template *handle = compile(text_widget), *made;
  pantile_buffer output;
  pantile_error error;
  pantile_response response;
  pantile_server *server;
  const pantile_status invalid = PANTILE_INVALID_ARGUMENT;

  CHECK(pantile_api_version() == PANTILE_API_VERSION);
  pantile_template_free(NULL);
  pantile_server_free(NULL);
  pantile_buffer_free(NULL);
  pantile_error_free(NULL);
  pantile_response_free(NULL);

  CHECK(pantile_template_create(NULL, NULL, &made, NULL) == invalid && made == NULL);
  CHECK(pantile_template_create("x.tsx", NULL, NULL, NULL) == invalid);
  CHECK(pantile_template_create("/no/such.tsx", NULL, &made, NULL) == PANTILE_FILE);
  CHECK(pantile_template_create_from_source(NULL, 5, "a.tsx", NULL, &made, NULL) == invalid);
  CHECK(pantile_template_create_from_source("x", SIZE_MAX, "a.tsx", NULL, &made, NULL) == invalid);
  CHECK(pantile_template_create_from_source("x", 1, NULL, NULL, &made, NULL) == invalid);
  CHECK(pantile_template_create_from_source("x", 1, "../a.tsx", NULL, &made, NULL) == invalid);
  CHECK(pantile_template_create_from_source("<b", 2, "a.tsx", NULL, &made, &error)
        == PANTILE_COMPILE);
  CHECK(made == NULL && error.line == 1 && strstr(error.message, "SyntaxError") != NULL);
  pantile_error_free(&error);

  CHECK(pantile_render(NULL, NULL, 0, NULL, 0, NULL, &output, NULL) == invalid);
  CHECK(pantile_render(handle, NULL, 0, NULL, 0, NULL, NULL, NULL) == invalid);
  CHECK(pantile_render(handle, NULL, 7, NULL, 0, NULL, &output, NULL) == invalid);
  CHECK(pantile_render(handle, "{}", SIZE_MAX, NULL, 0, NULL, &output, NULL) == invalid);
  CHECK(pantile_render(handle, "{}", 2, NULL, 1, NULL, &output, NULL) == invalid);
  CHECK(pantile_render(handle, "{}", 2, families, SIZE_MAX, NULL, &output, NULL) == invalid);
  CHECK(pantile_render((pantile_template *)0x10, NULL, 0, NULL, 0, NULL, &output, NULL) == invalid);
  CHECK(pantile_render((pantile_template *)&output, NULL, 0, NULL, 0, NULL, &output, NULL)
        == invalid);
  CHECK(render(handle, "[1]", NULL, 0) == PANTILE_INPUT);
  CHECK(render(handle, "{\"n\":", NULL, 0) == PANTILE_INPUT);
  CHECK(render(handle, "{\"n\":{}}", NULL, 0) == PANTILE_THROWN);
  CHECK(render(handle, "{\"n\":1}", NULL, 0) == PANTILE_OK);

  CHECK(pantile_server_create(NULL, &server, NULL) == invalid && server == NULL);
  CHECK(pantile_handle(NULL, NULL, &response, NULL) == invalid);
  CHECK(pantile_handle((pantile_server *)handle, NULL, &response, NULL) == invalid);
  CHECK(pantile_handle((pantile_server *)handle, NULL, NULL, NULL) == invalid);
  CHECK(pantile_publish(NULL, NULL, NULL, NULL, 0, NULL) == invalid);
  CHECK(pantile_output_append(NULL, "x", 1) == invalid);
  /* A handle of another kind is not freed. */
  pantile_server_free((pantile_server *)handle);
  CHECK(render(handle, "{\"n\":1}", NULL, 0) == PANTILE_OK);
  pantile_template_free(handle);
  pantile_template_free(handle);
  CHECK(pantile_render(handle, "{}", 2, NULL, 0, NULL, &output, NULL) == invalid);
}

static void reads_structs_of_any_size(void) {
  pantile_template *handle = compile(text_widget);
  struct { pantile_render_options known; char more[64]; } newer = {0};
  pantile_buffer output;
  const size_t refused[] = {0, 1, 7, 5000, SIZE_MAX};
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    newer.known.size = refused[index];
    CHECK(pantile_render(handle, "{\"n\":1}", 7, families, 1, &newer.known, &output, NULL)
          == PANTILE_INVALID_ARGUMENT);
  }
  for (size_t size = sizeof(size_t); size <= sizeof newer; size++) {
    newer.known.size = size;
    CHECK(pantile_render(handle, "{\"n\":1}", 7, families, 1, &newer.known, &output, NULL)
          == PANTILE_OK);
    pantile_buffer_free(&output);
  }
  newer.more[63] = 1;
  newer.known.size = sizeof newer;
  CHECK(pantile_render(handle, "{\"n\":1}", 7, families, 1, &newer.known, &output, NULL)
        == PANTILE_INVALID_ARGUMENT);
  pantile_render_options options = {.size = sizeof options, .mode = 9};
  CHECK(pantile_render(handle, "{\"n\":1}", 7, families, 1, &options, &output, NULL)
        == PANTILE_INVALID_ARGUMENT);
  pantile_template_free(handle);
}

static void keeps_limits(void) {
  pantile_template *loop = compile("export default () => { for (;;) {} }");
  CHECK(render(loop, "{}", NULL, 0) == PANTILE_LIMIT);
  pantile_template_free(loop);
  pantile_template *big = compile(
    "export default () => { const a = []; for (;;) a.push('x'.repeat(1000) + a.length) }");
  CHECK(render(big, "{}", NULL, 0) == PANTILE_LIMIT);
  pantile_template_free(big);
  pantile_template *long_text = compile(
    "import { Voltra } from '@use-voltra/ios'\n"
    "export default () => <Voltra.Text>{'x'.repeat(300000)}</Voltra.Text>");
  CHECK(render(long_text, "{}", NULL, 0) == PANTILE_LIMIT);
  pantile_template_free(long_text);
  pantile_template *deep = compile("const f = n => f(n + 1) + 1; export default () => f(0)");
  CHECK(render(deep, "{}", NULL, 0) == PANTILE_THROWN);
  pantile_template_free(deep);
}

static void stays_in_its_root(void) {
  char folder[] = "/tmp/pantile-check-XXXXXX", path[PATH_MAX], other[PATH_MAX];
  CHECK(mkdtemp(folder) != NULL);
  snprintf(path, sizeof path, "%s/inside", folder);
  mkdir(path, 0700);
  const struct { const char *name, *text; } files[] = {
    {"secret.ts", "export default 'secret'"},
    {"inside/link.tsx", "import s from './s'; export default () => s"},
    {"inside/up.tsx", "import s from '../secret'; export default () => s"},
    {"inside/good.tsx", "import s from './text'; export default () => s"},
    {"inside/text.ts", "export default 'shown'"},
  };
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[index].name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    if (file == NULL) return;
    fputs(files[index].text, file);
    fclose(file);
  }
  snprintf(path, sizeof path, "%s/secret.ts", folder);
  snprintf(other, sizeof other, "%s/inside/s.ts", folder);
  CHECK(symlink(path, other) == 0);
  const struct { const char *name; pantile_status status; } cases[] = {
    {"link.tsx", PANTILE_COMPILE}, {"up.tsx", PANTILE_COMPILE}, {"good.tsx", PANTILE_OK}};
  for (size_t index = 0; index < sizeof cases / sizeof *cases; index++) {
    pantile_template *made;
    snprintf(path, sizeof path, "%s/inside/%s", folder, cases[index].name);
    CHECK(pantile_template_create(path, NULL, &made, NULL) == cases[index].status);
    pantile_template_free(made);
  }
  pantile_template *made;
  pantile_template_options options = {.size = sizeof options};
  snprintf(other, sizeof other, "%s/inside", folder);
  options.root = other;
  snprintf(path, sizeof path, "%s/secret.ts", folder);
  CHECK(pantile_template_create(path, &options, &made, NULL) == PANTILE_FILE);
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    snprintf(path, sizeof path, "%s/%s", folder, files[index].name);
    unlink(path);
  }
  snprintf(path, sizeof path, "%s/inside/s.ts", folder);
  unlink(path);
  rmdir(other);
  rmdir(folder);
}

/* ---- Servers ---- */

static pantile_server *nested;
static pantile_output *stale;

static int32_t content(
  void *context, const pantile_widget_request *request, pantile_output *output) {
  const char *what = context;
  stale = output;
  CHECK(strcmp(request->widget_id, what) == 0);
  if (strcmp(what, "none") == 0) return PANTILE_NOTHING;
  if (strcmp(what, "odd") == 0) return 77;
  if (strcmp(what, "large") == 0) {
    static char block[65536];
    for (int index = 0; index < 5; index++) pantile_output_append(output, block, sizeof block);
    return PANTILE_CONTENT;
  }
  if (strcmp(what, "nested") == 0) {
    pantile_request again = {
      .size = sizeof again, .method = "GET", .target = "/?widgetId=nested&platform=ios"};
    pantile_response response;
    CHECK(pantile_handle(nested, &again, &response, NULL) == PANTILE_INVALID_ARGUMENT);
    return PANTILE_FAILED;
  }
  CHECK(strcmp(request->platform, "ios") == 0);
  CHECK(request->token != NULL && strcmp(request->token, "abc") == 0);
  CHECK(strcmp(request->configuration, "{\"a\":\"b\"}") == 0);
  CHECK(request->body_length == 2 && memcmp(request->body, "hi", 2) == 0);
  pantile_output_append(output, "{\"n\":", 5);
  pantile_output_append(output, "8}", 2);
  return PANTILE_CONTENT;
}

static atomic_int lines;
static void report(void *context, const char *line) {
  (void)line;
  CHECK(context == &lines);
  lines++;
}

static int status_of(
  pantile_server *server, pantile_request request, const char *target, const char *body) {
  pantile_response response;
  request.size = sizeof request;
  if (request.method == NULL) request.method = "GET";
  request.target = target;
  CHECK(pantile_handle(server, &request, &response, NULL) == PANTILE_OK);
  int status = response.status;
  if (body != NULL) {
    CHECK(response.body_length == strlen(body));
    CHECK(memcmp(response.body, body, strlen(body)) == 0);
  }
  for (size_t index = 0; index < response.header_count; index++)
    CHECK(response.headers[index].name[0] != 0 && response.headers[index].value[0] != 0);
  pantile_response_free(&response);
  pantile_response_free(&response);
  return status;
}

static void answers_requests(void) {
  pantile_template *handle = compile(text_widget);
  const pantile_widget widgets[] = {
    {.size = sizeof *widgets, .id = "shown", .template_handle = handle, .families = families,
     .family_count = 1, .props = "{\"n\":7}", .props_length = 7, .ttl_seconds = 60},
    {.size = sizeof *widgets, .id = "called", .template_handle = handle, .families = families,
     .family_count = 1, .content = content, .context = "called"},
    {.size = sizeof *widgets, .id = "none", .content = content, .context = "none"},
    {.size = sizeof *widgets, .id = "odd", .content = content, .context = "odd"},
    {.size = sizeof *widgets, .id = "large", .content = content, .context = "large"},
    {.size = sizeof *widgets, .id = "nested", .content = content, .context = "nested"},
  };
  const pantile_widget *list[6];
  for (int index = 0; index < 6; index++) list[index] = &widgets[index];
  /* Of "abc". */
  const char *digests[] = {"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"};
  pantile_server_options options = {
    .size = sizeof options, .widgets = list, .widget_count = 6, .token_digests = digests,
    .token_digest_count = 1, .report = report, .report_context = &lines};
  pantile_server *server;
  CHECK(pantile_server_create(&options, &server, NULL) == PANTILE_OK);
  nested = server;
  pantile_template_free(handle);

  const pantile_header good[] = {{"Authorization", "Bearer abc"}};
  const pantile_request request = {.headers = good, .header_count = 1};
  const char *shown = "/?widgetId=shown&platform=ios";
  const char *body = "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"7\"}}";
  CHECK(status_of(server, (pantile_request){0}, shown, NULL) == 401);
  CHECK(status_of(server, request, shown, body) == 200);
  CHECK(pantile_publish(server, "shown", NULL, "{\"n\":{}}", 8, NULL) == PANTILE_REFUSED);
  CHECK(pantile_publish(server, "shown", NULL, "[]", 2, NULL) == PANTILE_REFUSED);
  CHECK(pantile_publish(server, "other", NULL, "{}", 2, NULL) == PANTILE_INVALID_ARGUMENT);
  CHECK(status_of(server, request, shown, body) == 200);
  CHECK(pantile_publish(server, "shown", NULL, "{\"n\":9}", 7, NULL) == PANTILE_OK);
  CHECK(status_of(server, request, shown, "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"9\"}}") == 200);

  pantile_request post = request;
  post.method = "POST";
  post.body = "hi";
  post.body_length = 2;
  CHECK(status_of(server, post,
                  "/?widgetId=called&platform=ios&configuration=%7B%22a%22:%22b%22%7D",
                  "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"8\"}}") == 200);
  CHECK(status_of(server, request, "/?widgetId=none&platform=ios", NULL) == 404);
  CHECK(status_of(server, request, "/?widgetId=odd&platform=ios", NULL) == 500);
  CHECK(status_of(server, request, "/?widgetId=large&platform=ios", NULL) == 500);
  CHECK(status_of(server, request, "/?widgetId=nested&platform=ios", NULL) == 500);
  CHECK(lines == 3);
  CHECK(pantile_output_append(stale, "x", 1) == PANTILE_INVALID_ARGUMENT);

  const pantile_header bad_name[] = {{"A b", "c"}}, bad_value[] = {{"A", "b\r\nC: d"}};
  CHECK(status_of(server, (pantile_request){.headers = bad_name, .header_count = 1}, "/", NULL)
        == 400);
  CHECK(status_of(server, (pantile_request){.headers = bad_value, .header_count = 1}, "/", NULL)
        == 400);
  CHECK(status_of(server, (pantile_request){.header_count = 129, .headers = good}, "/", NULL)
        == 431);
  CHECK(status_of(server, (pantile_request){.method = "G T"}, "/", NULL) == 400);
  CHECK(status_of(server, (pantile_request){.method = "BREW"}, "/", NULL) == 405);
  CHECK(status_of(server, (pantile_request){0}, "/a b", NULL) == 400);
  CHECK(status_of(server, (pantile_request){0}, "", NULL) == 400);
  CHECK(status_of(server, (pantile_request){.body = "x", .body_length = 65537}, "/", NULL) == 413);
  char *target = malloc(9000);
  memset(target, '/', 8999);
  target[8999] = 0;
  CHECK(status_of(server, (pantile_request){0}, target, NULL) == 414);
  free(target);
  pantile_request missing = {.size = sizeof missing, .target = "/"};
  pantile_response response;
  CHECK(pantile_handle(server, &missing, &response, NULL) == PANTILE_INVALID_ARGUMENT);
  CHECK(response.status == 0 && response.storage == NULL);
  pantile_server_free(server);
  CHECK(pantile_handle(server, &missing, &response, NULL) == PANTILE_INVALID_ARGUMENT);
}

/* ---- Threads ---- */

static pantile_template *shared_template;
static pantile_server *shared_server;
static int rounds = 300;

static void *work(void *argument) {
  const long number = (long)argument;
  char props[32], expected[80], text[400];
  snprintf(props, sizeof props, "{\"n\":%ld}", number);
  snprintf(
    expected, sizeof expected, "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"%ld\"}}", number);
  for (int round = 0; round < rounds; round++) {
    CHECK(render(shared_template, props, text, sizeof text) == PANTILE_OK);
    CHECK(strcmp(text, expected) == 0);
    if (number == 0) CHECK(pantile_publish(
      shared_server, "w", NULL, props, strlen(props), NULL) == PANTILE_OK);
    CHECK(status_of(shared_server, (pantile_request){0}, "/?widgetId=w&platform=ios", NULL) == 200);
  }
  return NULL;
}

static void works_on_many_threads(void) {
  shared_template = compile(text_widget);
  const pantile_widget widget = {
    .size = sizeof widget, .id = "w", .template_handle = shared_template, .families = families,
    .family_count = 1, .props = "{\"n\":1}", .props_length = 7, .ttl_seconds = 60};
  const pantile_widget *list[] = {&widget};
  const pantile_server_options options = {
    .size = sizeof options, .widgets = list, .widget_count = 1};
  CHECK(pantile_server_create(&options, &shared_server, NULL) == PANTILE_OK);
  pthread_t threads[8];
  for (long index = 0; index < 8; index++) pthread_create(&threads[index], NULL, work, (void *)index);
  for (int index = 0; index < 8; index++) pthread_join(threads[index], NULL);
  pantile_template_free(shared_template);
  pantile_server_free(shared_server);
}

static atomic_int started;

static void *use_until_freed(void *argument) {
  const pantile_status invalid = PANTILE_INVALID_ARGUMENT;
  pantile_status status;
  started++;
  do {
    pantile_buffer output;
    status = pantile_render(argument, "{\"n\":1}", 7, families, 1, NULL, &output, NULL);
    CHECK(status == PANTILE_OK || status == invalid);
    pantile_buffer_free(&output);
  } while (status != invalid);
  return NULL;
}

static void frees_what_is_in_use(void) {
  for (int round = 0; round < (rounds < 20 ? 2 : 20); round++) {
    pantile_template *handle = compile(text_widget);
    pthread_t threads[4];
    started = 0;
    for (int index = 0; index < 4; index++)
      pthread_create(&threads[index], NULL, use_until_freed, handle);
    while (started < 4) sched_yield();
    pantile_template_free(handle);
    for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
  }
}

static void *recurse(void *argument) {
  const size_t stack = (size_t)argument;
  pantile_template *deep = NULL;
  /* Recursion through built-ins uses the thread's stack. */
  const char *source =
    "const f = n => [1].map(() => f(n + 1))[0]; export default () => f(0)";
  const pantile_status made = pantile_template_create_from_source(
    source, strlen(source), "deep.tsx", NULL, &deep, NULL);
  if (stack < (128 << 10)) {
    CHECK(made == PANTILE_LIMIT);
    return NULL;
  }
  CHECK(made == PANTILE_OK);
  CHECK(render(deep, "{}", NULL, 0) == PANTILE_THROWN);
  pantile_template_free(deep);
  return NULL;
}

static void works_with_little_stack(void) {
  const size_t sizes[] = {64 << 10, 256 << 10, 512 << 10, 8 << 20};
  for (size_t index = 0; index < sizeof sizes / sizeof *sizes; index++) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sizes[index]);
    CHECK(pthread_create(&thread, &attributes, recurse, (void *)sizes[index]) == 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
  }
}

int main(int count, char **arguments) {
  const int is_short = count > 1 && strcmp(arguments[1], "--short") == 0;
  if (is_short) rounds = 3;
  refuses_wrong_arguments();
  reads_structs_of_any_size();
  stays_in_its_root();
  answers_requests();
  works_on_many_threads();
  frees_what_is_in_use();
  if (!is_short) {
    keeps_limits();
    works_with_little_stack();
  }
  printf("check.c: %s\n", failures == 0 ? "all is so" : "something is not so");
  return failures == 0 ? 0 : 1;
}
