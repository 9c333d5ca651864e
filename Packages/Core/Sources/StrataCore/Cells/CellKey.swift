public import StrataConcurrency

/// Names a value that any context may have beside its slots, and says what it is at first.
///
/// A slot is there in each context of a kind from the beginning; a *cell* is made when somebody uses
/// it, in the contexts in which that happens, and costs the others nothing. It is itself a small
/// context, with one slot, in the tree of its owner: reads of it are tracked, writes are observed,
/// recorded, held in transactions and refused as those of any slot, and it ends with its owner.
///
/// Make a key once and keep it: two keys are two values, whatever they are called.
///
/// ```swift
/// let visits = CellKey("visits", in: CellFamily("statistics"), initial: 0)
/// context[cell: visits] += 1
/// ```
public struct CellKey<Value: Sendable>: Sendable {
  /// The layout that all cells of this key have, and only these.
  public let layout: Layout
  let makeInitial: @Sendable () -> Value
  let isEqual: (@Sendable (Value, Value) -> Bool)?

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: What the value belongs to.
  ///   - declaration: Where the value is declared.
  ///   - initial: The value of a cell that nobody has written; asked for each such read, outside all
  ///     locks.
  public init(
    _ name: String,
    in family: CellFamily,
    declaration: CallSite? = nil,
    initial: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(name, in: family, declaration: declaration, makeInitial: initial, isEqual: nil)
  }

  /// Makes a key of values that can be compared: an equal write notifies no one.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: What the value belongs to.
  ///   - declaration: Where the value is declared.
  ///   - initial: The value of a cell that nobody has written.
  public init(
    _ name: String,
    in family: CellFamily,
    declaration: CallSite? = nil,
    initial: @autoclosure @escaping @Sendable () -> Value
  ) where Value: Equatable {
    self.init(name, in: family, declaration: declaration, makeInitial: initial) { $0 == $1 }
  }

  /// Makes a key of values that are compared by a closure, if there is one.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: What the value belongs to.
  ///   - declaration: Where the value is declared.
  ///   - makeInitial: Gives the value of a cell that nobody has written.
  ///   - isEqual: Whether two values are equal; called outside all locks.
  public init(
    _ name: String,
    in family: CellFamily,
    declaration: CallSite? = nil,
    makeInitial: @escaping @Sendable () -> Value,
    isEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    layout = Layout(
      cell: CellDescription(family: family, name: name),
      slot: .value(name, Value.self, declaration: declaration, isPrivate: !family.isRecorded)
    )
    self.makeInitial = makeInitial
    self.isEqual = isEqual
  }

  var id: ObjectIdentifier { ObjectIdentifier(layout) }

  /// The one slot of a cell.
  var slot: Slot<Value> { Slot(uncheckedIndex: 0) }
}

/// Which key's cell a context is.
public struct CellDescription: Sendable {
  /// What the value belongs to.
  public let family: CellFamily
  /// The value's name.
  public let name: String
}

/// What the values of several keys have in common: local values, values of the environment.
public struct CellFamily: Sendable, Hashable {
  /// The family's name, which stands in front of the values' names in diagnostics.
  public let name: String
  /// Whether the values are state.
  ///
  /// Changes of state are seen by those who record the changes of the tree: history, traces,
  /// exhaustive tests. What is worked out from other values is none.
  public let isRecorded: Bool

  /// Values that a context keeps for itself.
  public static let local = CellFamily("local")
  /// Values that a context hands down.
  public static let environment = CellFamily("environment")
  /// Values that a context hands up.
  public static let preference = CellFamily("preference")

  /// Names a family.
  public init(_ name: String, isRecorded: Bool = true) {
    self.name = name
    self.isRecorded = isRecorded
  }
}
