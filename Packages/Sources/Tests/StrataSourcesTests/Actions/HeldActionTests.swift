import StrataSources
import Testing

/// The places in the library's own models where an action may be.
@Suite struct HeldActionTests {
  typealias Go = Action<Void>

  /// Whether an action can be executed while it is in a model.
  private func isFound<Model: Sendable>(_ make: @escaping @Sendable (Go) -> Model) -> Bool {
    let offering = Offering(make)
    _ = offering.model
    let action = offering.offered
    return withExtendedLifetime(offering) { action.isAvailable }
  }

  @Test func actionsInAFetchableAreFound() {
    #expect(isFound { Fetchable.fetched(.init(value: $0)) })
    #expect(isFound { Fetchable.fetched(.init(value: 1, refresh: $0)) })
    #expect(isFound { Fetchable<Int>.failure(.init(error: StubError("bad"), retry: $0)) })
    #expect(!isFound { _ in Fetchable.fetched(.init(value: 1)) })
  }

  @Test func actionsInAPersistableAreFound() {
    #expect(isFound { Persistable.found(.init(value: $0)) })
    #expect(isFound { Persistable.found(.init(value: 1, clear: $0)) })
    #expect(isFound { Persistable<Void>.found(.init(value: (), set: $0)) })
    #expect(isFound { Persistable<Void>.notFound(.init(set: $0)) })
    #expect(!isFound { _ in Persistable.found(.init(value: 1)) })
  }

  @Test func actionsInAConnectableAreFound() {
    #expect(isFound { Connectable.connected(.init(value: $0, disconnect: .doNothing)) })
    #expect(isFound { Connectable.connected(.init(value: 1, disconnect: $0)) })
    #expect(isFound { Connectable<Int>.disconnected(.init(connect: $0)) })
    #expect(!isFound { _ in Connectable.connected(.init(value: 1, disconnect: .doNothing)) })
  }
}

// SAFETY: adds an action and a constant.
/// Makes its model of its action.
private final class Offering<Model: Sendable>: SourceOf<Model>, @unchecked Sendable {
  @Action(Offering.go) private var goAction
  private let make: @Sendable (Action<Void>) -> Model

  init(_ make: @escaping @Sendable (Action<Void>) -> Model) {
    self.make = make
    super.init()
  }

  lazy var initialModel = make(goAction)
  var offered: Action<Void> { goAction }

  private func go() {}
}
