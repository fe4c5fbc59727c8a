import Foundation
import PantileRender
import Testing

@testable import PantileHost

@Suite struct LastGoodFileTests {
  static let value = LastGoodValue(props: Array(#"{"a":1}"#.utf8), payload: Array(#"{"v":1}"#.utf8))
  static let other = LastGoodValue(
    props: Array("{}".utf8), payload: [UInt8](repeating: 0x61, count: 300_000))

  @Test func `what was saved is loaded`() throws {
    let folder = try Folder()
    let file = try LastGoodFile(folder: folder.slot)
    #expect(try file.load() == nil)
    for value in [Self.value, Self.other, LastGoodValue(props: [], payload: [])] {
      try file.save(value)
      #expect(try file.load() == value)
      #expect(try LastGoodFile(folder: folder.slot + "/").load() == value)
    }
    #expect(folder.names == ["last-good"])
  }

  @Test func `the file is a header, props and payload`() throws {
    let folder = try Folder()
    try LastGoodFile(folder: folder.slot).save(Self.value)
    let text = try String(contentsOfFile: folder.file, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "pantile last-good 1")
    #expect(lines[1].hasPrefix("hash ") && lines[1].count == 37)
    #expect(lines[2...].joined(separator: "\n") == "props 7\npayload 7\n\n{\"a\":1}{\"v\":1}")
  }

  @Test func `every prefix and every changed byte is damage`() {
    let bytes =
      LastGoodText.header(of: Self.value) + Self.value.props + Self.value.payload
    #expect(LastGoodText.value(of: bytes) == Self.value)
    for count in 0..<bytes.count { #expect(LastGoodText.value(of: Array(bytes[..<count])) == nil) }
    for index in bytes.indices {
      for bit in [0x01, 0x20, 0x80] as [UInt8] {
        var changed = bytes
        changed[index] ^= bit
        #expect(LastGoodText.value(of: changed) == nil)
      }
    }
    #expect(LastGoodText.value(of: bytes + [0x20]) == nil)
  }

  @Test func `a damaged file is reported and replaced`() throws {
    let folder = try Folder()
    let file = try LastGoodFile(folder: folder.slot)
    try Data("junk".utf8).write(to: URL(fileURLWithPath: folder.file))
    #expect(throws: LastGoodError(.damaged, "'\(folder.file)' is damaged")) { try file.load() }
    try file.save(Self.value)
    #expect(try file.load() == Self.value)
  }

  @Test func `something that is no regular file is damage, and does not hang`() throws {
    let folder = try Folder()
    let file = try LastGoodFile(folder: folder.slot)
    folder.makePipe()
    #expect(throws: LastGoodError.self) { try file.load() }
    try folder.remove(folder.file)
    try folder.makeFolder(folder.file)
    #expect(throws: LastGoodError.self) { try file.load() }
    #expect(
      throws: LastGoodError(.unavailable, "cannot write '\(folder.file)': Is a directory")
    ) { try file.save(Self.value) }
    #expect(folder.names == ["last-good"])
  }

  @Test func `drafts of dead writers are removed, others stay`() throws {
    let folder = try Folder()
    _ = try LastGoodFile(folder: folder.slot)
    for name in ["last-good.1-1.part", "last-good.99-7.part", "other.part", "last-good.txt"] {
      try folder.makeFile(folder.slot + "/" + name)
    }
    try folder.makeFile(folder.slot + "/last-good.5-5.part")
    let live = try #require(FileHandle(forWritingAtPath: folder.slot + "/last-good.5-5.part"))
    #expect(flock(live.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    _ = try LastGoodFile(folder: folder.slot)
    #expect(folder.names == ["last-good.5-5.part", "last-good.txt", "other.part"])
    // Unlocked by name: a process that another test starts just now may hold a copy of the handle.
    #expect(flock(live.fileDescriptor, LOCK_UN) == 0)
    try live.close()
    _ = try LastGoodFile(folder: folder.slot)
    #expect(folder.names == ["last-good.txt", "other.part"])
  }

  @Test func `a folder that cannot be used is named`() throws {
    let folder = try Folder()
    let missing = folder.path + "/none/slot"
    #expect(
      throws: LastGoodError(.unavailable, "cannot open '\(missing)': No such file or directory")
    ) { try LastGoodFile(folder: missing) }
    let file = folder.path + "/file"
    try folder.makeFile(file)
    #expect(throws: LastGoodError(.unavailable, "cannot open '\(file)': Not a directory")) {
      try LastGoodFile(folder: file)
    }
  }

  @Test(.enabled(if: geteuid() != 0))
  func `a folder that is read only keeps its value`() throws {
    let folder = try Folder()
    let file = try LastGoodFile(folder: folder.slot)
    try file.save(Self.value)
    try folder.setMode(0o500)
    defer { try? folder.setMode(0o700) }
    #expect(
      throws: LastGoodError(.unavailable, "cannot write '\(folder.file)': Permission denied")
    ) { try file.save(Self.other) }
    #expect(try LastGoodFile(folder: folder.slot).load() == Self.value)
  }

  @Test func `a folder that was removed is an error`() throws {
    let folder = try Folder()
    let file = try LastGoodFile(folder: folder.slot)
    try folder.remove(folder.slot)
    #expect(throws: LastGoodError.self) { try file.save(Self.value) }
    #expect(try file.load() == nil)
  }

  @Test(arguments: [ENOSPC, EIO, EROFS, EACCES])
  func `an error at any system call of a save leaves a whole value`(number: Int32) throws {
    let folder = try Folder()
    var failing = 1
    var failures = 0
    while true {
      try LastGoodFile(folder: folder.slot).save(Self.value)
      let fault = SystemCalls.Fault(at: failing, number: number)
      var isSaved = false
      do throws(LastGoodError) {
        try LastGoodFile(folder: folder.slot, calls: SystemCalls(fault: fault)).save(Self.other)
        isSaved = true
      } catch {
        failures += 1
        #expect(error.code == .unavailable)
        #expect(error.message.hasSuffix(SystemError(number: number, call: "").text))
      }
      let found = try LastGoodFile(folder: folder.slot).load()
      #expect(found == Self.other || !isSaved && found == Self.value)
      #expect(folder.names == ["last-good"])
      if !fault.wasMet { break }
      failing += 1
    }
    #expect(failures >= 8)
  }

  @Test func `an error at any system call of a load is reported`() throws {
    let folder = try Folder()
    try LastGoodFile(folder: folder.slot).save(Self.value)
    for failing in 1... {
      let fault = SystemCalls.Fault(at: failing, number: EIO)
      do throws(LastGoodError) {
        let file = try LastGoodFile(folder: folder.slot, calls: SystemCalls(fault: fault))
        #expect(try file.load() == Self.value)
      } catch {
        #expect(error.code == .unavailable)
      }
      if !fault.wasMet { break }
    }
  }

  @Test func `writers in several processes do not disturb each other`() throws {
    let folder = try Folder()
    let slot = folder.slot
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      for _ in 0..<5 {
        do {
          let file = try LastGoodFile(folder: slot)
          try file.save(index % 2 == 0 ? Self.value : Self.other)
          let found = try file.load()
          #expect(found == Self.value || found == Self.other)
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    #expect(folder.names == ["last-good"])
  }
}
