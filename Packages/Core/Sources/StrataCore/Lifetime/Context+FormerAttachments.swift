extension Context {
  /// Takes the attachments away from a context that has ended; called with the lock held.
  ///
  /// Appends them to `remaining`. Attached contexts stay until the handlers of their users have run.
  func abandonKeyed(_ remaining: inout [ContextLink], _ settlement: inout Settlement) {
    guard let parts else { return }
    for (_, context) in parts.keyed.entries {
      guard context.layout.cell != nil else {
        settlement.abandonedGuests.append((guest: context, host: self))
        continue
      }
      context.parentLink = ContextLink(nil)
      remaining.append(ContextLink(context))
    }
  }
}
