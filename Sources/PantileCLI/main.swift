internal import Glibc

Process.keepAllocator()
Output.ignoreClosedPipes()
if let status = BenchChild.run(CommandLine.arguments) { exit(status) }
exit(Command.main(Array(CommandLine.arguments.dropFirst())))
