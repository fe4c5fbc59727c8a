#pragma once

/* Refer to this once, so that a static link keeps the settings. */
void pantile_keep_allocator_settings(void);
