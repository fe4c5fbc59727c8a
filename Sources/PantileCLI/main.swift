internal import Glibc

Process.keepAllocator()
Output.ignoreClosedPipes()
Process.giveBackLibraryPages()
let words = Array(CommandLine.arguments.dropFirst())
if let status = BenchChild.run(words) { exit(status) }
exit(Command.main(words))
