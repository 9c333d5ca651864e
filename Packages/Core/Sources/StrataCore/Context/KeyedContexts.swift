/// The contexts that a context owns by key, in the order of their creation.
///
/// These are its attachments, and attached contexts, which are contexts of any kind that no slot stores.
///
/// Searched from the front, because contexts own few of them.
struct KeyedContexts {
  private(set) var entries: [(key: ObjectIdentifier, context: Context)] = []
  /// The keys to which the context or a descendant contributes.
  var subtreeFlags: [SubtreeFlag] = []

  /// The context of a key.
  ///
  /// - Complexity: O(number of keys in use here).
  subscript(key: ObjectIdentifier) -> Context? {
    link(of: key).context
  }

  /// The context of a key, uncounted.
  func link(of key: ObjectIdentifier) -> ContextLink {
    // In place, because a loop over the elements counts each of them.
    unsafe entries.withUnsafeBufferPointer { entries in
      for index in entries.indices where unsafe entries[index].key == key {
        return unsafe ContextLink(entries[index].context)
      }
      return ContextLink(nil)
    }
  }

  mutating func add(_ context: Context, for key: ObjectIdentifier) {
    entries.append((key: key, context: context))
  }

  /// Removes an attached context.
  mutating func removeHosted(_ hosted: Context) {
    entries.removeAll { $0.context === hosted }
  }

  /// The contexts that are no attachments.
  var hostedContexts: [Context] {
    entries.lazy.map(\.context).filter { $0.layout.attachment == nil }
  }

  /// The attachments whose values are state.
  var recordedAttachments: [Context] {
    entries.lazy.map(\.context).filter { $0.layout.attachment?.family.isRecorded ?? false }
  }
}

@available(*, unavailable)
extension KeyedContexts: Sendable {}

/// A key to which a context or a descendant contributes, or once did.
struct SubtreeFlag: Equatable {
  let key: ObjectIdentifier
  /// The signal to raise above a subtree that begins to contribute.
  let signal: ObjectIdentifier
}
