// The strict state machine refuses bare LF, tabs in targets and bytes behind `Connection: close`.
#define LLHTTP_STRICT_MODE 1
#include "/usr/share/llhttp/llhttp.c"
