// Usage: fuzz area seconds seed corpus folder
//        fuzz area corpus file...
//
// The first form runs mutated inputs for some seconds. The input at work lies in
// `folder/area-at-work`, so that it is there after a crash. An input that takes more than 20
// seconds of processor time ends the run. The second form runs files and prints what comes of each.

import Foundation
import FuzzCases

let arguments = CommandLine.arguments
let area = arguments.count > 1 ? FuzzArea(rawValue: arguments[1]) : nil
let thread: Thread
if let area, arguments.count == 6, let seconds = Double(arguments[2]),
  let seed = UInt64(arguments[3])
{
  let session = Session(
    area: area, seconds: seconds, seed: seed, corpus: URL(filePath: arguments[4]),
    folder: URL(filePath: arguments[5]))
  thread = Thread {
    session.run()
    exit(0)
  }
} else if let area, arguments.count > 3, Double(arguments[2]) == nil {
  let files = arguments[3...]
  thread = Thread {
    replay(files, area, URL(filePath: arguments[2]))
    exit(0)
  }
} else {
  print(
    "usage: fuzz \(FuzzArea.allCases.map(\.rawValue).joined(separator: "|"))"
      + " seconds seed corpus folder, or fuzz area corpus file...")
  exit(64)
}
watch()
// Frames of debug builds with a sanitizer are large. STACK is a number of KiB.
let stack = ProcessInfo.processInfo.environment["STACK"].flatMap { Int($0) } ?? 1 << 20
thread.stackSize = stack << 10
thread.start()
while true { sleep(1_000) }
