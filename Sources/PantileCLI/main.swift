internal import Glibc

Process.keepAllocator()
Output.ignoreClosedPipes()
let words = Array(CommandLine.arguments.dropFirst())
if let status = BenchChild.run(words) { exit(status) }
exit(Command.main(words))
