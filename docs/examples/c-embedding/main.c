/*
 * Renders a widget from C, and answers update requests without a socket:
 * `tools/build-embedding` builds the library and runs this.
 */
#include <pantile.h>
#include <stdio.h>
#include <string.h>

static const char source[] =
  "import { Voltra } from '@use-voltra/ios'\n"
  "\n"
  "export default function Weather({ city, degrees }) {\n"
  "  return <Voltra.Text>{city.toUpperCase()} {degrees}</Voltra.Text>\n"
  "}\n";

static void render(pantile_template *weather, const char *props) {
  const char *families[] = {"systemSmall"};
  pantile_buffer payload;
  pantile_error error;
  if (pantile_render(
        weather, props, strlen(props), families, 1, NULL, &payload, &error) == PANTILE_OK) {
    printf("%s\n", payload.data);
  } else {
    printf("status %d at line %u:\n%s\n", error.status, error.line, error.message);
  }
  pantile_buffer_free(&payload);
  pantile_error_free(&error);
}

static int32_t greet(
  void *context, const pantile_widget_request *request, pantile_output *output) {
  const char *body = "{\"v\":1,\"systemSmall\":{\"t\":0,\"c\":\"Hello from C\"}}";
  (void)context;
  (void)request;
  pantile_output_append(output, body, strlen(body));
  return PANTILE_CONTENT;
}

static void ask(pantile_server *server, const char *target) {
  const pantile_header headers[] = {{"Host", "example.com"}};
  const pantile_request request = {
    .size = sizeof request, .method = "GET", .target = target, .headers = headers,
    .header_count = 1};
  pantile_response response;
  if (pantile_handle(server, &request, &response, NULL) == PANTILE_OK) {
    printf("%d", response.status);
    for (size_t index = 0; index < response.header_count; index++)
      if (strcmp(response.headers[index].name, "ETag") != 0)
        printf(", %s: %s", response.headers[index].name, response.headers[index].value);
    printf("\n%.*s\n", (int)response.body_length, (const char *)response.body);
  }
  pantile_response_free(&response);
}

int main(void) {
  pantile_template *weather;
  pantile_server *server;
  pantile_error error;
  if (pantile_template_create_from_source(
        source, strlen(source), "weather.tsx", NULL, &weather, &error) != PANTILE_OK) {
    fprintf(stderr, "%s\n", error.message);
    pantile_error_free(&error);
    return 1;
  }
  render(weather, "{\"city\":\"Oslo\",\"degrees\":4}");
  render(weather, "{\"city\":\"Rome\",\"degrees\":21}");
  render(weather, "{\"degrees\":21}");

  const char *props = "{\"city\":\"Oslo\",\"degrees\":4}";
  const char *families[] = {"systemSmall"};
  const pantile_widget shown = {
    .size = sizeof shown, .id = "weather", .template_handle = weather, .families = families,
    .family_count = 1, .props = props, .props_length = strlen(props), .ttl_seconds = 60};
  const pantile_widget greeting = {.size = sizeof greeting, .id = "greeting", .content = greet};
  const pantile_widget *widgets[] = {&shown, &greeting};
  const pantile_server_options options = {
    .size = sizeof options, .widgets = widgets, .widget_count = 2};
  pantile_status status = pantile_server_create(&options, &server, &error);
  pantile_template_free(weather);
  if (status != PANTILE_OK) {
    fprintf(stderr, "%s\n", error.message);
    pantile_error_free(&error);
    return 1;
  }
  ask(server, "/?widgetId=weather&platform=ios");
  if (pantile_publish(server, "weather", NULL, "{\"degrees\":5}", 13, &error) != PANTILE_OK)
    printf("status %d: %s\n", error.status, error.message);
  pantile_error_free(&error);
  ask(server, "/?widgetId=weather&platform=ios");
  ask(server, "/?widgetId=greeting&platform=android");
  ask(server, "/?widgetId=none&platform=ios");
  pantile_server_free(server);
  return 0;
}
