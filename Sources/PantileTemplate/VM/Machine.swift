internal import PantileCore
internal import PantileJSON

/// The virtual machine of one render at a time.
///
/// It is a value that is passed `inout` through interpreter, built-ins and renderer. All values
/// live in ``heap``; ``reset()`` makes it ready for the next render.
struct Machine: ~Copyable {
  // MARK: Memory

  var heap: Heap
  var stack: Arena
  var atoms = AtomTable()
  var shapes = ShapeTable()
  var code = CodeStore()
  var natives: ContiguousArray<NativeEntry> = []
  var caches: ContiguousArray<InlineCache> = []
  var intrinsics = Intrinsics()
  /// The modules that programs import and no file holds.
  var hostModules: ContiguousArray<(specifier: String, object: Ref)> = []
  /// Names that host modules and renderer look up.
  var host = HostNames()

  /// Every operation by its number, filled up to 256.
  let opcodes = Opcode.table
  // MARK: Execution

  var frames: ContiguousArray<Frame> = []
  /// The byte offset behind the registers in use.
  var stackTop = 8
  /// The instruction being executed, for error positions and handlers.
  var position = 0
  /// Steps that are left.
  var fuel = 5_000_000
  /// The thrown value, while ``Abrupt/thrown`` travels.
  var exception = Value.undefined
  /// Where the value in ``exception`` was thrown.
  var thrownPlace = (function: -1, position: 0)
  /// Grows with each change to an object that others inherit from.
  var protoEpoch: UInt32 = 1
  /// The lowest address that the host's stack may reach.
  var hostStackEnd: UInt = 0
  /// The value of `protoEpoch` for which arrays are known to iterate in the plain way.
  var plainIterationEpoch: UInt32 = 0
  /// The heap offset of the module variables.
  var moduleBase = 0
  /// The native function behind namespace objects, once there is one.
  var moduleGetter = 0

  // MARK: Inputs and limits

  var inputs = Inputs()
  var limits = Limits()
  /// Set when the clock, random numbers, zone, locale or console were used.
  var touchedInputs = false
  var random = RandomSource(seed: nil)
  var console = ConsoleLog()

  // MARK: Scratch that is kept between renders

  var text = ByteBuffer(capacity: 256)
  var units: ContiguousArray<UInt16> = []
  var refs: ContiguousArray<Ref> = []
  var render = RenderState()
  /// The output of `JSON.stringify`; nil while it is in use.
  var jsonText: ByteBuffer? = ByteBuffer(capacity: 256)
  /// What key is expected behind those of a shape, by shape.
  var jsonKeys: ContiguousArray<JSONKeyGuess> = []
  /// Compiled regular expressions and what runs them.
  var regexes = RegexStore()
  var intl = IntlState()
  /// The arrays that are being joined, so that one inside of itself ends.
  var openJoins: ContiguousArray<Ref> = []

  /// Whether trees are only written.
  var usesForms = false
  /// The forms that the renderer's tree keeps, of patterns and of style literals.
  var keptForms: ContiguousArray<NodeID> = []
  var keptStyleForms: ContiguousArray<NodeID> = []
  /// Whether the renderer takes patterns as they are.
  var usesPatterns = true
  /// Whether the render must be done again with elements: code looked at an element of a pattern
  /// while it was being rendered, and may have changed what was still to be read, or two renders,
  /// one within the other, met the same style literal.
  var metOpenPattern = false
  /// How many renders began, nested ones included.
  var renderCount: UInt32 = 0

  /// The families of the last request and their atoms.
  var familyNames: [String] = []
  var familyAtoms: [Atom] = []

  // MARK: Baseline that a reset goes back to

  var baseAtoms = 0
  var baseShapes = 0
  /// What names and shapes take before a render.
  var baseTableBytes = 0
  var hasVolatileShapes = false
  var symbolRegistry: ContiguousArray<(key: Atom, symbol: Atom)> = []
  var baseSymbols = 0

  init(heapLimit: Int) {
    heap = Heap(capacity: 64 << 10, limit: heapLimit)
    stack = Arena(capacity: 32 << 10, limit: 4 << 20)
    frames.reserveCapacity(64)
  }
}

/// What a template may observe of the outside.
struct Inputs {
  /// The clock in milliseconds since 1970.
  var now = 0.0
  var timeZone = "UTC"
  var locale = "en-US"
  /// The seed of `Math.random`; nil takes a fresh one each render.
  var seed: UInt32?
}

/// Bounds of one render.
struct Limits {
  var steps = 5_000_000
  var memory = 8 << 20
  var output = 262_144
  var input = 262_144
  var callDepth = 1_000
  var elementDepth = 1_000
  var stringLength = 4_194_304
  /// Bytes of the host's stack that a render may use.
  var hostStack = 384 << 10
}

/// A cached property lookup of one place in the code.
struct InlineCache {
  var shape: UInt32 = 0
  /// The slot index.
  var slot: UInt32 = 0
  /// The object that holds the property, if it is not the receiver; ``missing`` if none does.
  var holder: Ref = 0
  /// The value of `protoEpoch` for which `holder`, or the absence of setters, is known.
  var epoch: UInt32 = 0
  /// For a write that adds a property: the shape after it.
  var next: UInt32 = 0

  static let missing = Ref.max
}

/// The registers and the return address of a call.
struct Frame {
  /// The byte offset of the registers in the stack: callee, `this`, arguments, locals.
  var base: Int
  var function: Int
  /// The caller's next instruction.
  var returnPosition: Int
  /// The caller's register that takes the result.
  var target: Int
  var argumentCount: Int
  /// Undefined for a call; for a construction the value of `new.target`.
  var newTarget: Value
  /// The interpreter loop that runs this frame returns to its native caller afterwards.
  var isEntry: Bool
}
