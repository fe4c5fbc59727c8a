// A server without widgets: what attack and load tools, and tests in two processes, talk to.
internal import CAllocatorSettings
internal import CJemalloc
internal import Glibc

pantile_keep_allocator_settings()
_ = unsafe mallctl
exit(SampleServer.main(Array(CommandLine.arguments.dropFirst())))
