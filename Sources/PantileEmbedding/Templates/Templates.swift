public import CPantile
internal import Glibc
internal import PantileJSON
internal import PantileTemplate

/// How C callers make templates.
private enum Compiling {
  static func options(
    _ pointer: UnsafePointer<pantile_template_options>?
  ) throws(CallFailure) -> (root: String?, limits: CompileLimits) {
    let members = unsafe try CallInput.members(pointer, pantile_template_options(), "options")
    var limits = CompileLimits()
    if unsafe members.source_bytes != 0 {
      limits.source = try CallInput.bound(unsafe members.source_bytes, "source_bytes")
    }
    return (unsafe try CallInput.text(members.root, "root"), limits)
  }

  static func template(
    _ entry: String, _ loader: SourceLoader, _ limits: CompileLimits
  ) throws(CallFailure) -> Template {
    _ = try ThreadStack.usable()
    do throws(TemplateError) {
      return try Template(entry: entry, loader: loader, limits: limits)
    } catch {
      throw CallFailure(error)
    }
  }

  /// The template of a file.
  static func template(
    file: String, root: String?, _ limits: CompileLimits
  ) throws(CallFailure) -> Template {
    guard let real = SourceRoot.real(file) else {
      throw CallFailure(CallFailure.file, "cannot read '\(file)': \(SourceRoot.reason())")
    }
    let folder = real.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(real[..<$0]) } ?? ""
    let top = try SourceRoot(root ?? (folder.isEmpty ? "/" : folder), limit: limits.source)
    guard let entry = top.relative(real) else {
      throw CallFailure(CallFailure.file, "'\(file)' is outside the root '\(top.path)'")
    }
    return try template(entry, SourceLoader { top.look(up: $0) }, limits)
  }

  /// The template of a source in memory.
  static func template(
    source: [UInt8], name: String, root: String?, _ limits: CompileLimits
  ) throws(CallFailure) -> Template {
    let names = name.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
      throw .invalid("name is no path below a root")
    }
    let top: SourceRoot?
    if let root { top = try SourceRoot(root, limit: limits.source) } else { top = nil }
    let loader = SourceLoader { path in
      path == name ? .file(source) : top?.look(up: path) ?? .missing
    }
    return try template(name, loader, limits)
  }
}

extension CallInput {
  /// A bound that a caller sets: at most 1 GiB.
  static func bound(_ value: Int, _ name: StaticString) throws(CallFailure) -> Int {
    guard value > 0, value <= 1 << 30 else {
      throw .invalid("\(name) is over \(1 << 30)")
    }
    return value
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_template_create(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<pantile_template_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    guard let result = unsafe result else { throw .invalid("result is NULL") }
    // Safe: the caller lends the place of a pointer.
    unsafe result.initialize(to: nil)
    let (root, limits) = unsafe try Compiling.options(options)
    let file = unsafe try CallInput.neededText(path, "path", limit: Int(PATH_MAX))
    let template = try Compiling.template(file: file, root: root, limits)
    unsafe result.pointee = HandleTable.shared.insert(.template(template))
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_template_create_from_source(
  _ source: UnsafeRawPointer?, _ sourceLength: Int, _ name: UnsafePointer<CChar>?,
  _ options: UnsafePointer<pantile_template_options>?,
  _ result: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    guard let result = unsafe result else { throw .invalid("result is NULL") }
    // Safe: the caller lends the place of a pointer.
    unsafe result.initialize(to: nil)
    let (root, limits) = unsafe try Compiling.options(options)
    let name = unsafe try CallInput.neededText(name, "name", limit: Int(PATH_MAX))
    let bytes = unsafe try CallInput.bytes(source, sourceLength, "source", limit: limits.source)
    let template = try Compiling.template(source: bytes, name: name, root: root, limits)
    unsafe result.pointee = HandleTable.shared.insert(.template(template))
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_template_free(_ handle: OpaquePointer?) {
  unsafe HandleTable.shared.remove(handle) {
    if case .template = $0 { true } else { false }
  }
}

/// Documented in `pantile.h`.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func pantile_render(
  _ handle: OpaquePointer?, _ props: UnsafeRawPointer?, _ propsLength: Int,
  _ families: UnsafePointer<UnsafePointer<CChar>?>?, _ familyCount: Int,
  _ options: UnsafePointer<pantile_render_options>?,
  _ output: UnsafeMutablePointer<pantile_buffer>?, _ error: UnsafeMutablePointer<pantile_error>?
) -> pantile_status {
  unsafe Call.run(error) { () throws(CallFailure) in
    guard let output = unsafe output else { throw .invalid("output is NULL") }
    // Safe: the caller lends a whole struct.
    unsafe output.initialize(to: pantile_buffer())
    let template = unsafe try HandleTable.shared.template(handle)
    let members = unsafe try CallInput.members(options, pantile_render_options(), "options")
    var request = unsafe try RenderRequest(members)
    request.props = unsafe try CallInput.bytes(
      props, propsLength, "props", limit: request.limits.props)
    if let names = unsafe try CallInput.texts(families, familyCount, "families", limit: 64) {
      request.families = names
    }
    request.limits.hostStack = try ThreadStack.usable()
    var payload = ByteBuffer(capacity: 4 << 10)
    do throws(TemplateError) { try template.render(request, into: &payload) } catch {
      throw CallFailure(error)
    }
    unsafe try CallOutput.fill(output, payload)
  }
}
