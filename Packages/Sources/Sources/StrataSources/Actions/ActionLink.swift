/// The link from an action to its source, which it does not retain.
///
/// One for each source, which all its actions share.
final class ActionLink {
  let id: SourceID
  private let owner: SubscriberReference<AnyObject>
  /// Gives the source its type back.
  private let opened: (AnyObject) -> any ActionOwner

  init<Owner: ActionOwner>(_ owner: Owner) {
    id = owner.sourceID
    self.owner = SubscriberReference(owner)
    // SAFETY: called with the object that `owner` refers to, which is of this type.
    opened = { unsafe unsafeDowncast($0, to: Owner.self) }
  }

  /// The source, while it exists.
  var source: (any ActionOwner)? { owner.object.map(opened) }
}

// SAFETY: constants; the reference is made for concurrent use. It leads to a source, which only the actions of its
// model use; where those may go, the source may.
extension ActionLink: @unchecked Sendable {}
