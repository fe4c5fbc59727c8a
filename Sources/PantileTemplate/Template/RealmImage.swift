/// The built-in objects, made once a process; every program starts from a copy.
final class RealmImage: Sendable {
  static let shared: RealmImage? = {
    do throws(Abrupt) { return RealmImage(try Realm.makeMachine()) } catch { return nil }
  }()

  private let machine: Machine

  private init(_ machine: consuming Machine) {
    machine.sealImage()
    self.machine = machine
  }

  /// A machine with the built-in objects.
  func copy() -> Machine { Machine(copying: machine) }
}

// A machine owns all that it refers to; nobody else writes to it.
extension Machine: @unchecked Sendable {}
