public import PantileJSON

// MARK: - Styles and shared elements

extension Tree {
  /// Appends a style to the registry and returns its index.
  @inlinable
  public mutating func register(_ style: NodeID) -> Int {
    styleOffsets.append(style.rawValue)
    return styleOffsets.count - 1
  }

  /// Appends a style that the payload shows as `null`.
  public mutating func registerNullStyle() throws(ArenaFull) -> Int {
    register(try beginLeaf(.nullStyle, 0))
  }

  /// Appends content to the registry of shared elements and returns its index.
  ///
  /// Call it when the content is complete, so that what it refers to has a lower index.
  public mutating func share(_ content: Content) throws(ArenaFull) -> Int {
    guard sharedContents.count < limit / 16 else { throw ArenaFull() }
    sharedContents.append(content)
    return sharedContents.count - 1
  }

  /// The number of registered styles.
  @inlinable public var styleCount: Int { styleOffsets.count }

  /// The style `index` of the registry; ``NodeID/none`` when there is no such entry.
  public func style(_ index: Int) -> NodeID {
    index >= 0 && index < styleOffsets.count ? NodeID(rawValue: styleOffsets[index]) : .none
  }

  /// The number of shared elements.
  public var sharedCount: Int { sharedContents.count }

  /// The content `index` of the registry of shared elements; `nil` when there is no such entry.
  public func shared(_ index: Int) -> Content? {
    index >= 0 && index < sharedContents.count ? sharedContents[index] : nil
  }
}

// MARK: - Roots

extension Tree {
  /// Adds a family, or any other key of a widget payload. Names differ.
  public mutating func addRoot(_ name: TextRange, _ content: Content) throws(ArenaFull) {
    try addRoot(Root(name: name, region: nil, content: content))
  }

  /// Adds a family.
  public mutating func addRoot(_ family: Family, _ content: Content) throws(ArenaFull) {
    try addRoot(text(family.name.description), content)
  }

  /// Adds a region of a Live Activity.
  public mutating func addRoot(_ region: Region, _ content: Content) throws(ArenaFull) {
    try addRoot(Root(name: .empty, region: region, content: content))
  }

  private mutating func addRoot(_ root: Root) throws(ArenaFull) {
    guard rootList.count < limit / 64 else { throw ArenaFull() }
    rootList.append(root)
  }

  /// The number of roots.
  public var rootCount: Int { rootList.count }

  /// A root.
  public func root(_ index: Int) -> Root { rootList[index] }

  /// Sets a colour of a Live Activity; empty text leaves it out.
  public mutating func setTint(_ tint: Tint, _ text: TextRange) { tints[tint.rawValue] = text }

  /// A colour of a Live Activity; empty when it is not set.
  public func tint(_ tint: Tint) -> TextRange { tints[tint.rawValue] }
}
