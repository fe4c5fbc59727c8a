import Foundation

/// A folder that is removed at the end of its life.
final class Folder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("pantile-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var slot: String { path + "/slot" }
  var file: String { path + "/slot/last-good" }

  /// The names in the slot's folder.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: slot)) ?? []).sorted()
  }

  func makeFile(_ path: String) throws { try Data().write(to: URL(fileURLWithPath: path)) }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  /// Makes a pipe in place of the file.
  func makePipe() {
    // Safe: the path lives across the call.
    _ = unsafe mkfifo(file, 0o600)
  }

  /// Sets what may be done with the slot's folder.
  func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: slot)
  }
}
