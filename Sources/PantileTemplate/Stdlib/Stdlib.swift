/// The built-in objects, area by area.
enum Stdlib {
  /// Adds every built-in object to a machine whose roots exist.
  static func install(_ machine: inout Machine) throws(Abrupt) {
    try installString(&machine)
    try installNumber(&machine)
    try installMath(&machine)
    try installJSON(&machine)
  }
}
