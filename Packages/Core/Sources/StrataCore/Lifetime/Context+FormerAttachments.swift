extension Context {
  /// Takes the attachments away from a context that has ended; called with the lock held.
  ///
  /// Appends them to `remaining`. Attached contexts stay until the handlers of their users have run.
  func abandonKeyed(_ remaining: inout [ContextLink], _ commit: inout StructuralCommit) {
    guard let facets else { return }
    for (_, context) in facets.keyed.entries {
      guard context.layout.attachment != nil else {
        commit.abandonedContexts.append((hosted: context, host: self))
        continue
      }
      context.parentLink = ContextLink(nil)
      remaining.append(ContextLink(context))
    }
  }
}
