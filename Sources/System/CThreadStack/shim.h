#pragma once
#include <pthread.h>

// glibc and musl have it; glibc's header shows it to GNU sources only.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
