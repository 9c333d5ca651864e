package import StandupsData
package import Strata

/// A person's input for a new stand-up, or for one that changes.
@Model package struct StandupForm {
  package enum Event: Hashable, Sendable {
    case saved(StandupDraft)
    case cancelled
  }

  /// The stand-up that changes; `nil` for a new one.
  package let standup: Standup?
  package var draft = StandupDraft()
  /// The reason why the draft was not saved, until it is saved again.
  package var refusal: StandupsError?

  package init(changing standup: Standup? = nil) {
    self.standup = standup
  }

  /// Asks the list to save the draft; the form closes when it was saved.
  package func save() {
    refusal = nil
    node.send(.saved(draft))
  }

  /// Closes the form; nothing is saved.
  package func cancel() {
    node.send(.cancelled)
  }
}
