#pragma once
/* The sources of the parser look for this name. */
#include "/usr/share/include/llhttp/llhttp.h"
