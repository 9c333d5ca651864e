public import Strata

/// A model of the main actor's module. It belongs to no actor, because its state is in a tree that any thread may use.
@Model public nonisolated struct Tally {
  public private(set) var count = 0
  public var steps: [Step] = []
  public var page = Page.closed
  public var limit = 10 {
    didSet { if limit < 0 { limit = 0 } }
  }
  public var highest = 0 {
    willSet { if newValue > limit { limit = newValue } }
    didSet { if highest < oldValue { highest = oldValue } }
  }
  public var stops: [Stop] = []
  @ModelDependency public var factClient: FactClient
  @ModelDependency(\.factClient.fetch) private var fetch: @Sendable (Int) async -> String

  public init() {}

  public func increment() { count += 1 }

  public func onActivate() { steps.append(Step(size: 2)) }
}

/// Stating the conformance also makes it belong to no actor.
@Model public struct Step: Model, Equatable {
  public var size: Int
  public let name: String

  public init(size: Int, name: String = "step") {
    self.size = size
    self.name = name
  }

  public func widen() { size += 1 }
}

extension Tally {
  /// Asks a dependency from a task of the model.
  public func fact() async -> String { await fetch(count) }
}

/// An element of a list, with an identity from its macro.
@ModelContainer public nonisolated struct Stop: Identifiable, Sendable {
  let step: Step
  public var next: Step?

  public init(step: Step) { self.step = step }
}

/// The contents of a tally.
@ModelContainer @CasePathable public enum Page: Sendable {
  case closed
  case open(Step, title: String)
}
