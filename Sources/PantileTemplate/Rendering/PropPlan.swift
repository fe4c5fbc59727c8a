internal import PantileCore

/// What the renderer does with a property of an element's props or of a style.
enum PropHandling: UInt8 {
  /// A symbol or a hidden property.
  case skip
  case children, id, style
  /// A name of the table.
  case short
  /// Any other name.
  case custom
}

/// One property of a shape, as the renderer needs it.
struct PlanEntry {
  var atom: Atom
  var slot: UInt16
  var handling: PropHandling
  /// The id of a name of the table.
  var name: UInt8
}

/// The properties of a shape, worked out once and kept.
struct PropPlan {
  var start: UInt32 = 0
  var count: UInt16 = 0
  /// The slot of `children` plus one; 0 when there is none.
  var children: UInt16 = 0
  /// Whether the plan was made.
  var isMade = false
  /// Whether every property has a plain value.
  var isPlain = false
  /// Whether every property is one made by assignment under a name.
  var isComplete = false
  /// Whether there is a `type` and a `props`, as in an element.
  var hasParts = false
  /// Whether there is a `ref`.
  var hasReference = false
  /// Whether a loop over names would find something.
  var hasNames = false
}

/// The plans of all shapes that were met.
///
/// Plans hold as long as the machine's shapes and atoms do; ``removeAll()`` goes with dropping some
/// of those.
struct PropPlans {
  private var plans: ContiguousArray<PropPlan> = []
  private(set) var entries: ContiguousArray<PlanEntry> = []
  private var names: ContiguousArray<UInt8> = []

  private static let unknown: UInt8 = 255
  private static let custom: UInt8 = 254

  /// Forgets the plans and names.
  mutating func removeAll() {
    plans.removeAll()
    entries.removeAll()
    names.removeAll()
  }

  /// The plan of a shape if it was made.
  @inline(__always)
  func find(_ shape: Shape) -> PropPlan? {
    let id = Int(shape.id)
    guard id < plans.count, plans[id].isMade else { return nil }
    return plans[id]
  }

  /// Makes the plan of a shape that is no dictionary's.
  @inline(never)
  mutating func make(_ shape: Shape, _ shapes: ShapeTable, _ atoms: AtomTable) -> PropPlan {
    var plan = PropPlan(start: UInt32(entries.count), isMade: true, isPlain: true, isComplete: true)
    var parts = 0
    for (key, flags) in shapes.properties(shape) {
      if key == .typeName || key == .props { parts += 1 }
      if key == .ref { plan.hasReference = true }
      var entry = PlanEntry(atom: key, slot: plan.count, handling: .skip, name: 0)
      plan.count += 1
      if flags.contains(.accessor) { plan.isPlain = false }
      if flags != .plain || atoms.isSymbol(key) { plan.isComplete = false }
      if flags.contains(.enumerable), !atoms.isSymbol(key) {
        plan.hasNames = true
        switch key {
        case .children:
          entry.handling = .children
          plan.children = plan.count
        case .idName: entry.handling = .id
        case .style: entry.handling = .style
        default:
          let name = name(of: key, atoms)
          entry.handling = name == nil ? .custom : .short
          entry.name = name?.rawValue ?? 0
        }
      }
      entries.append(entry)
    }
    plan.hasParts = parts == 2
    let id = Int(shape.id)
    while plans.count <= id { plans.append(PropPlan()) }
    plans[id] = plan
    return plan
  }

  /// The name of the table that an atom is; nil for other names.
  mutating func name(of atom: Atom, _ atoms: AtomTable) -> ShortName? {
    let id = Int(atom.id)
    while names.count <= id { names.append(Self.unknown) }
    if names[id] == Self.unknown {
      let found = atoms.isWide(atom) ? nil : atoms.withBytes(atom) { ShortName(key: $0) }
      names[id] = found?.rawValue ?? Self.custom
    }
    return names[id] == Self.custom ? nil : ShortName(rawValue: names[id])
  }
}
