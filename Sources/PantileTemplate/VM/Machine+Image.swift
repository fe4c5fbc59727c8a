internal import PantileJSON

// Images: what a machine starts from.

extension Machine {
  /// A machine that starts where another one stands; the two share nothing that changes.
  init(copying other: borrowing Machine) {
    heap = Heap(imageOf: other.heap, capacity: 32 << 10, limit: other.heap.limit)
    stack = Arena(capacity: 16 << 10, limit: 4 << 20)
    atoms = other.atoms
    shapes = other.shapes
    code = other.code
    natives = other.natives
    caches = other.caches
    intrinsics = other.intrinsics
    hostModules = other.hostModules
    host = other.host
    moduleGetter = other.moduleGetter
    inputs = other.inputs
    limits = other.limits
    baseAtoms = other.baseAtoms
    baseShapes = other.baseShapes
    baseTableBytes = other.baseTableBytes
    symbolRegistry = other.symbolRegistry
    baseSymbols = other.baseSymbols
    moduleBase = other.moduleBase
    protoEpoch = other.protoEpoch
    renderCount = other.renderCount
    frames.reserveCapacity(32)
  }

  /// Makes all that exists now the state that every render starts from.
  mutating func sealImage() {
    heap.openImage()
    heap.sealImage()
    baseAtoms = atoms.count
    baseShapes = shapes.count
    baseTableBytes = atoms.byteCount + shapes.byteCount
    baseSymbols = symbolRegistry.count
    hasVolatileShapes = false
    if caches.count != code.cacheAtoms.count {
      caches = ContiguousArray(repeating: InlineCache(), count: code.cacheAtoms.count)
    }
  }

  /// Drops everything that the last render made.
  mutating func reset() {
    heap.reset()
    heap.trim(to: heap.imageEnd + (128 << 10))
    frames.removeAll(keepingCapacity: true)
    stackTop = 8
    position = 0
    exception = .undefined
    touchedInputs = false
    console.removeAll()
    intl.reset()
    refs.removeAll(keepingCapacity: true)
    openJoins.removeAll(keepingCapacity: true)
    // The elements that an error was about are gone with the heap, and the next error may come
    // before anything is rendered.
    render.begin()
    if symbolRegistry.count > baseSymbols { symbolRegistry.removeSubrange(baseSymbols...) }
    // Names and shapes of ordinary props stay, so that caches stay warm; a flood of them goes.
    let grown = atoms.byteCount + shapes.byteCount - baseTableBytes
    if hasVolatileShapes || grown > 128 << 10 { dropTables() }
    heap.giveBudgetBack()
  }

  private mutating func dropTables() {
    atoms.truncate(to: baseAtoms)
    shapes.truncate(to: baseShapes)
    for index in caches.indices { caches[index] = InlineCache() }
    hasVolatileShapes = false
    protoEpoch &+= 1
    render.plans.removeAll()
    jsonKeys.removeAll()
    familyNames.removeAll()
    familyAtoms.removeAll()
  }
}
