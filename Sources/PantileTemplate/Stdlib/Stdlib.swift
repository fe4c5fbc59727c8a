/// The built-in objects, area by area.
enum Stdlib {
  /// Adds every built-in object to a machine whose roots exist.
  static func install(_ machine: inout Machine) throws(Abrupt) {
    try installFunction(&machine)
    try installObject(&machine)
    try installObjectPrototype(&machine)
    try installErrors(&machine)
    try installArrayConstructor(&machine)
    try installArrayEnds(&machine)
    try installArraySearch(&machine)
    try installArrayCallbacks(&machine)
    try installArrayCopies(&machine)
    try installArrayOrder(&machine)
    try installArrayText(&machine)
    try installIterators(&machine)
    try installString(&machine)
    try installStringIterator(&machine)
    try installNumber(&machine)
    try installMath(&machine)
    try installJSON(&machine)
    try installRegex(&machine)
    try installDate(&machine)
    try installMap(&machine)
    try installSet(&machine)
    try installWeakCollections(&machine)
    try installSymbol(&machine)
    try installBoolean(&machine)
    try installBigInt(&machine)
    try installIntl(&machine)
    try installGlobals(&machine)
    try installConsole(&machine)
  }
}
