internal import PantileCore
internal import PantileJSON

// The tree's building blocks with the errors of a render: what the tree cannot hold is longer than
// a payload may be.

extension Tree {
  @inline(__always)
  mutating func element(_ component: UInt8) throws(Abrupt) -> NodeID {
    do throws(ArenaFull) { return try beginElement(componentID: component) } catch {
      throw .limit(.output)
    }
  }

  @inline(__always)
  mutating func setProp(
    _ name: PropName, _ value: PropValue, of holder: NodeID
  ) throws(Abrupt) {
    do throws(ArenaFull) { try set(name, value, of: holder) } catch { throw .limit(.output) }
  }

  @inline(__always)
  mutating func add(
    _ name: PropName, _ value: PropValue, to list: inout PropList
  ) throws(Abrupt) {
    do throws(ArenaFull) {
      try append(name, value, to: &list)
    } catch { throw .limit(.output) }
  }

  mutating func style() throws(Abrupt) -> NodeID {
    do throws(ArenaFull) { return try beginStyle() } catch { throw .limit(.output) }
  }

  mutating func nullStyle() throws(Abrupt) -> Int {
    do throws(ArenaFull) { return try registerNullStyle() } catch { throw .limit(.output) }
  }

  mutating func keep(_ text: String) throws(Abrupt) -> TextRange {
    do throws(ArenaFull) { return try self.text(text) } catch { throw .limit(.output) }
  }

  mutating func keep(_ buffer: borrowing ByteBuffer) throws(Abrupt) -> TextRange {
    let isFull = buffer.withBytes { bytes in appends(bytes) }
    if isFull { throw .limit(.output) }
    return endText()
  }

  private mutating func appends(_ bytes: RawSpan) -> Bool {
    beginText()
    do throws(ArenaFull) {
      try appendText(utf8: bytes)
      return false
    } catch {
      return true
    }
  }

  /// Appends bytes to the text that was begun; false when there is no room.
  @inline(__always)
  mutating func accepts(utf8 bytes: RawSpan) -> Bool {
    do throws(ArenaFull) { try appendText(utf8: bytes) } catch { return false }
    return true
  }

  /// Appends literal text to the text that was begun; false when there is no room.
  mutating func accepts(_ text: StaticString) -> Bool {
    do throws(ArenaFull) { try appendText(text.description) } catch { return false }
    return true
  }

  /// Appends code units to the text that was begun; false when there is no room.
  mutating func accepts(utf16 units: Span<UInt16>) -> Bool {
    do throws(ArenaFull) { try appendText(utf16: units) } catch { return false }
    return true
  }

  mutating func append(number: Double) throws(Abrupt) {
    do throws(ArenaFull) { try appendText(number: number) } catch { throw .limit(.output) }
  }

  mutating func shareContent(_ content: Content) throws(Abrupt) -> Int {
    do throws(ArenaFull) { return try share(content) } catch { throw .limit(.output) }
  }

  mutating func reference(to index: Int) throws(Abrupt) -> NodeID {
    do throws(ArenaFull) { return try beginReference(to: index) } catch { throw .limit(.output) }
  }

  mutating func textNode(_ text: TextRange) throws(Abrupt) -> NodeID {
    do throws(ArenaFull) { return try beginTextNode(text) } catch { throw .limit(.output) }
  }

  mutating func root(_ name: TextRange, _ content: Content) throws(Abrupt) {
    do throws(ArenaFull) { try addRoot(name, content) } catch { throw .limit(.output) }
  }

  mutating func root(_ region: Region, _ content: Content) throws(Abrupt) {
    do throws(ArenaFull) { try addRoot(region, content) } catch { throw .limit(.output) }
  }
}

// MARK: - Text out of the machine

extension Machine {
  /// Whether an object is of a kind.
  @inline(__always)
  mutating func isKind(_ object: Ref, _ kind: ObjectKind) -> Bool {
    heap.load8(Int(object) &+ ObjectLayout.kind) == kind.rawValue
  }

  /// Appends the text of a string to the text that was begun.
  mutating func append(_ string: Ref, to tree: inout Tree) throws(Abrupt) {
    let run = try run(string)
    fuel &-= run.count &>> 4
    let fits =
      run.isWide
      ? heap.withUnits(run.offset, run.count) { tree.accepts(utf16: $0) }
      : heap.withBytes(run.offset, run.count) { tree.accepts(utf8: $0) }
    if !fits { throw .limit(.output) }
  }

  /// Keeps the text of a string in the tree.
  @inline(__always)
  mutating func keep(_ string: Ref, in tree: inout Tree) throws(Abrupt) -> TextRange {
    // A text of the program itself is often needed again.
    if Int(string) < heap.imageEnd {
      if let known = render.texts.find(string) { return known }
      let text = try keepSlowly(string, in: &tree)
      render.texts.insert(string, text)
      return text
    }
    // Flat ASCII text, the usual kind, is copied without a detour.
    if heap.load32(Int(string) &+ 4) & 7 == 0 {
      let count = Int(heap.load32(Int(string)))
      fuel &-= count &>> 4
      do throws(ArenaFull) {
        return try tree.text(ascii: heap.arena, Int(string) &+ 8, count)
      } catch {
        throw .limit(.output)
      }
    }
    return try keepSlowly(string, in: &tree)
  }

  @inline(never)
  private mutating func keepSlowly(
    _ string: Ref, in tree: inout Tree
  ) throws(Abrupt) -> TextRange {
    tree.beginText()
    try append(string, to: &tree)
    return tree.endText()
  }

  /// Keeps the text of a property key in the tree.
  mutating func keep(_ key: PropertyKey, in tree: inout Tree) throws(Abrupt) -> TextRange {
    if key.isIndex || atoms.isWide(key.atom) {
      return try keep(try value(of: key).ref, in: &tree)
    }
    tree.beginText()
    let fits = atoms.withBytes(key.atom) { bytes in tree.accepts(ascii: bytes) }
    if !fits { throw .limit(.output) }
    return tree.endText()
  }

  /// The name under which a prop or style is written.
  mutating func propName(_ key: PropertyKey, in tree: inout Tree) throws(Abrupt) -> PropName {
    if !key.isIndex {
      if let short = render.plans.name(of: key.atom, atoms) { return PropName(short) }
      if key.atom.id < 128, let quirk = quirk(key.atom) {
        return tree.written(try tree.keep(quirk))
      }
      if atoms.length(key.atom) > 7, let quirk = longQuirk(key.atom) {
        return tree.written(try tree.keep(quirk))
      }
    }
    return tree.written(try keep(key, in: &tree))
  }

  /// What the peer's table of names, a plain object, gives for a name that it inherits.
  private mutating func quirk(_ atom: Atom) -> String? {
    switch atom {
    case .constructor: "function Object() { [native code] }"
    case .toString: "function toString() { [native code] }"
    case .valueOf: "function valueOf() { [native code] }"
    case .protoName: "[object Object]"
    default: nil
    }
  }

  private mutating func longQuirk(_ atom: Atom) -> String? {
    let first = atoms.unit(atom, 0)
    guard first == 0x68 || first == 0x69 || first == 0x70 || first == 0x74 || first == 0x5F
    else { return nil }
    let name = atoms.string(atom)
    switch name {
    case "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
      "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__":
      return "function \(name)() { [native code] }"
    default: return nil
    }
  }
}

extension Tree {
  /// Appends bytes to the text that was begun; false when there is no room.
  mutating func accepts(ascii bytes: Span<UInt8>) -> Bool {
    do throws(ArenaFull) { try appendText(utf8: bytes) } catch { return false }
    return true
  }
}
