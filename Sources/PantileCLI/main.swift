internal import Glibc

Process.keepAllocator()
Output.ignoreClosedPipes()
exit(Command.main(Array(CommandLine.arguments.dropFirst())))
