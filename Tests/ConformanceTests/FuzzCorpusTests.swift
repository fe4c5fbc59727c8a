import Foundation
import FuzzCases
import Testing

/// Gives every input of `Corpus/fuzz` to its area. Each once ended the process or took too long;
/// what comes of it is not the concern here.
struct FuzzCorpusTests {
  @Test(arguments: FuzzArea.allCases)
  func `inputs that once went wrong end in time with a payload or an error`(
    _ area: FuzzArea
  ) throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus")
    let folder = corpus.appending(path: "fuzz/\(area.rawValue)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inputs = try names.sorted().map { try Data(contentsOf: folder.appending(path: $0)) }
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let target = FuzzTarget(corpus: corpus)
      for input in inputs {
        for hostStack in [200 << 20, 96 << 10] {
          target.hostStack = hostStack
          target.run(area, Array(input))
        }
      }
      done.signal()
    }
    // Debug builds take many times the stack of release builds.
    thread.stackSize = 256 << 20
    thread.start()
    done.wait()
  }
}
