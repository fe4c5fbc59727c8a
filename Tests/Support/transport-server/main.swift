// A server without widgets: what attack and load tools, and tests in two processes, talk to.
internal import CAllocatorSettings
internal import Glibc

pantile_keep_allocator_settings()
SampleServer.giveMemoryBack()
exit(SampleServer.main(Array(CommandLine.arguments.dropFirst())))
