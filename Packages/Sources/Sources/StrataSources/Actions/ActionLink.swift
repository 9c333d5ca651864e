/// The way from an action to its source, which it does not keep alive.
///
/// One for each source, so that an action is two words and copying it counts one reference.
final class ActionLink {
  let id: SourceID
  private weak let owner: (any ActionOwner)?

  init(_ owner: any ActionOwner) {
    id = owner.sourceID
    self.owner = owner
  }

  /// The source, while it is there.
  var source: (any ActionOwner)? { owner }
}

// SAFETY: `owner` is a constant, whose weak reference the runtime guards. What comes out of it is a
// source, and used only by the actions of its model: where those may go, the source may.
extension ActionLink: @unchecked Sendable {}
