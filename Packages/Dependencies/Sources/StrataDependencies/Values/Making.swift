import StrataConcurrency

/// The default values that are being made, the innermost first, to catch one that asks for itself.
///
/// Without this such a default runs out of stack, or waits without end inside its own `static let`.
final class Making: Sendable {
  @TaskLocal private static var innermost: Making?

  private let key: ObjectIdentifier
  private let name: String
  private let thread: ThreadIdentity
  private let outer: Making?

  private init<Key: TestDependencyKey>(_ key: Key.Type, outer: Making?) {
    self.key = ObjectIdentifier(key)
    self.name = String(describing: key)
    self.thread = .current
    self.outer = outer
  }

  static func run<Key: TestDependencyKey, Result>(
    _ key: Key.Type,
    _ body: () -> Result
  ) -> Result {
    let making = Making(key, outer: innermost)
    if let cycle = making.cycle() {
      preconditionFailure(Diagnostic.defaultAsksForItself(cycle))
    }
    return $innermost.withValue(making, operation: body)
  }

  /// The names from the key's earlier making to this one.
  ///
  /// Only makings of this thread count: a task that a default starts inherits the list, and may
  /// well ask for that default.
  private func cycle() -> [String]? {
    var names = [name]
    var making = outer
    while let current = making, current.thread == thread {
      names.append(current.name)
      if current.key == key { return names.reversed() }
      making = current.outer
    }
    return nil
  }
}
