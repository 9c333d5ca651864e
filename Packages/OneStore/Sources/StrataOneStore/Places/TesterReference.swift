import StrataConcurrency
import StrataCore

/// Leads to what tests a store, without keeping it.
final class TesterReference: Sendable {
  private struct Contents: Sendable {
    weak var tester: (any AnyObject & Sendable)?
    /// The models above places that have ended.
    var formerOwners: [ContextID: IdentifiedModel] = [:]
  }

  private let contents = Locked(Contents(), rank: .leaf)

  var value: (any AnyObject & Sendable)? { contents.withLock { $0.tester } }

  /// The model with an identity that was above a place which has ended.
  func formerOwner(of place: AnyPlace) -> IdentifiedModel? {
    contents.withLock { $0.formerOwners[place.context.id] }
  }

  /// Notes the model above a place that is about to end.
  func note(_ owner: IdentifiedModel, of place: AnyPlace) {
    contents.withLock { $0.formerOwners[place.context.id] = owner }
  }

  func set(_ tester: any AnyObject & Sendable) {
    contents.withLock { $0.tester = tester }
  }
}
