package import StandupsData
package import Strata

/// What a person says about a new stand-up, or about one that changes.
@Model package struct StandupForm {
  package enum Event: Hashable, Sendable {
    case saved(StandupDraft)
    case cancelled
  }

  /// The stand-up that changes; `nil` for a new one.
  package let standup: Standup?
  package var draft = StandupDraft()
  /// What kept the draft from being saved, until it is saved again.
  package var refusal: StandupsError?

  package init(changing standup: Standup? = nil) {
    self.standup = standup
  }

  /// Asks that the draft be kept; the form closes when it was.
  package func save() {
    refusal = nil
    node.send(.saved(draft))
  }

  /// Closes the form; nothing is kept.
  package func cancel() {
    node.send(.cancelled)
  }
}
