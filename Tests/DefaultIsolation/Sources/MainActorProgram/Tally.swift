public import Strata

/// A model of the main actor's module: it belongs to no actor, for its state lives in a tree that any
/// thread may use.
@Model public nonisolated struct Tally {
  public private(set) var count = 0
  public var steps: [Step] = []
  public var page = Page.closed
  public var limit = 10 {
    didSet { if limit < 0 { limit = 0 } }
  }

  public init() {}

  public func increment() { count += 1 }

  public func onActivate() { steps.append(Step(size: 2)) }
}

/// Stating the conformance makes it belong to no actor, too.
@Model public struct Step: Model, Equatable {
  public var size: Int
  public let name: String

  public init(size: Int, name: String = "step") {
    self.size = size
    self.name = name
  }

  public func widen() { size += 1 }
}

/// What a tally may hold.
@ModelContainer @CasePathable public enum Page: Sendable {
  case closed
  case open(Step, title: String)
}
