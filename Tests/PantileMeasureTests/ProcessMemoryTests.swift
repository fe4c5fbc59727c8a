import Glibc
import Testing

@testable import PantileMeasure

@Suite(.serialized) struct ProcessMemoryTests {
  private static let status = """
    Name:\tpantile
    VmPeak:\t  999999 kB
    VmHWM:\t   11560 kB
    VmRSS:\t   10000 kB
    RssAnon:\t    4000 kB
    RssFile:\t    5900 kB
    RssShmem:\t     100 kB
    Threads:\t1

    """

  @Test func `the status of a process is read`() throws {
    let text = Array(Self.status.utf8)
    let memory = ProcessMemory(status: text.span)
    let found = try #require(memory)
    #expect(found.peak == 11_560 << 10)
    #expect(found.resident == 10_000 << 10)
    #expect(found.anonymous == 4_000 << 10)
    #expect(found.file == 5_900 << 10)
    #expect(found.shared == 100 << 10)
  }

  @Test(arguments: [
    "", "VmHWM:", "VmHWM: kB", "Name: VmHWM: 4 kB\n", "VmHWM: 99999999999999999999999 kB",
  ])
  func `a status without a peak is none`(text: String) {
    let bytes = Array(text.utf8)
    let memory = ProcessMemory(status: bytes.span)
    #expect(memory == nil)
  }

  @Test func `a peak follows what was resident and can be forgotten`() throws {
    let size = 64 << 20
    func touch() {
      let block = unsafe mmap(
        nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      for offset in stride(from: 0, to: size, by: 4_096) {
        unsafe block?.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
      }
      unsafe munmap(block, size)
    }
    let before = try #require(ProcessMemory.own())
    touch()
    let after = try #require(ProcessMemory.own())
    #expect(after.peak >= before.resident + size - (8 << 20))
    #expect(ProcessMemory.resetPeak())
    let reset = try #require(ProcessMemory.own())
    #expect(reset.peak < after.peak)
    #expect(reset.anonymous > 0)
  }

  @Test func `a process that does not exist has no memory`() {
    #expect(ProcessMemory.of(process: -1) == nil)
    #expect(ProcessMemory.of(process: getpid())?.resident ?? 0 > 0)
  }
}
