import StrataConcurrency
@_spi(Strata) public import StrataCore

// SAFETY: the pointers are good while the closures that are given them run.
/// A model's state, or the states of a property's models, as a test asserts about it: for test support.
@_spi(Strata)
@safe
public struct TestedPart<Value: Sendable>: Sendable {
  /// The context of the model, or of the one that has the property.
  public let context: Context
  private let store: StoreCore
  private let access:
    @Sendable (UnsafeMutableRawPointer, (UnsafeMutablePointer<Value>) -> Void) -> Bool
  private let read: @Sendable () -> Value?

  init(
    _ place: AnyPlace,
    access:
      @escaping @Sendable (
        UnsafeMutableRawPointer, (UnsafeMutablePointer<Value>) -> Void
      ) -> Bool,
    read: @escaping @Sendable () -> Value?
  ) {
    context = place.context
    store = place.store
    unsafe self.access = access
    self.read = read
  }

  /// Whether the store is a test's.
  public var isTested: Bool { store.isTested }

  /// What tests the store, if that is a test's and still there.
  public var tester: (any AnyObject & Sendable)? { store.tester.value }

  /// The live value; `nil` if it is there no more.
  public var liveValue: Value? { read() }

  /// Changes the value in a root that is not the store's.
  ///
  /// - Parameters:
  ///   - root: Where a `StateModel` of the store's models is.
  ///   - body: Changes the value.
  /// - Returns: Whether the root has such a value.
  @unsafe
  public func change(in root: UnsafeMutableRawPointer, _ body: (inout Value) -> Void) -> Bool {
    var value: Value?
    _ = unsafe store.isolated { _ in
      unsafe access(root) { value = unsafe $0.pointee }
    }
    guard var changed = value else { return false }
    // The test's code may use the store.
    body(&changed)
    return unsafe store.isolated { _ in
      unsafe access(root) { unsafe $0.pointee = changed }
    }
  }
}

extension Model {
  /// The model's state: for test support.
  @_spi(Strata) public var testedPart: TestedPart<State> {
    let place = place
    return unsafe TestedPart(place) { root, body in
      unsafe place.withMemory(in: root) { unsafe body($0.assumingMemoryBound(to: State.self)) }
    } read: {
      place.liveState
    }
  }
}

extension ModelContainer {
  /// Evaluates an expression, and finds the property whose models it has read last: for test support.
  ///
  /// - Returns: The models, and what a test can assert about; `nil` if the expression has read none of a test's
  ///   store.
  @_spi(Strata)
  public static func tested(
    _ expression: () -> Self
  ) -> (models: Self, part: TestedPart<Container>?) {
    let origin = ContainerOrigin()
    let models = ContainerOrigin.$current.withValue(origin, operation: expression)
    return (models, (origin.table as? ModelTable<Self>)?.testedPart)
  }
}

/// Notes the property whose models an expression of a test has read last.
final class ContainerOrigin: Sendable {
  // Asked for at test stores alone.
  @TaskLocal static var current: ContainerOrigin?

  private let last = Locked<ChildTable?>(nil, rank: .leaf)

  var table: ChildTable? { last.withLock { $0 } }

  func note(_ table: ChildTable) {
    let former = last.withLock { last in
      defer { last = table }
      return last
    }
    withExtendedLifetime(former) {}
  }
}
