/// The edits made since a change log was begun, in their order.
@_spi(Strata)
public typealias IdentifiedArrayChanges<Element> = [IdentifiedArrayEdit<Element>]

extension IdentifiedArray {
  /// Begins to record each edit.
  ///
  /// A change log that was begun before on this value is dropped. While a log is recorded, an edit costs one appended
  /// entry more. A change in place then retains the old element, so the buffers of that element are copied when it
  /// changes.
  ///
  /// A copy made meanwhile has the log as it was and goes on with one of its own. Assigning it back is correct, because
  /// its edits lead from the same beginning to it. Copies that are retained stop recording once the log was taken, and
  /// their edits stay until their next edit.
  ///
  /// - Returns: A token to take the change log with.
  /// - Complexity: O(1). Allocates nothing the second time, unless copies of the array are alive.
  @_spi(Strata)
  @inlinable
  public mutating func beginChangeLog() -> IdentifiedArrayChangeToken {
    makeBoxUnique()
    box.index.log = nil
    let session: IdentifiedArraySession
    // Only a session without other owners may be opened again, because others may still compare with it.
    if isKnownUniquelyReferenced(&box.reusableSession), let reusable = box.reusableSession {
      reusable.setOpen(true)
      session = reusable
    } else {
      session = IdentifiedArraySession()
      box.reusableSession = session
    }
    box.index.log = IdentifiedArrayLog(session: session, limit: 64 + storage.count)
    return IdentifiedArrayChangeToken(session: session)
  }

  /// Ends the change log and returns the edits since it was begun.
  ///
  /// - Parameter token: The result of ``beginChangeLog()``.
  /// - Returns: Edits that turn the array as it was into this one, empty if nothing was changed. Nil if they are
  ///   unknown and the arrays have to be compared. That is so if another array was assigned over this one, or if all
  ///   elements were reordered. It is also so if there are more than 64 edits over the former number of elements.
  ///   Consecutive changes of one element in place are one edit.
  /// - Complexity: O(1)
  @_spi(Strata)
  @inlinable
  public mutating func takeChangeLog(
    _ token: IdentifiedArrayChangeToken
  ) -> IdentifiedArrayChanges<Element>? {
    token.session.setOpen(false)
    guard let log = box.index.log else { return nil }
    makeBoxUnique()
    box.index.log = nil
    return log.session === token.session && !log.isLost ? log.edits : nil
  }
}
