/// The edits made since a journal was begun, in their order.
@_spi(Strata)
public typealias IdentifiedArrayJournal<Element> = [IdentifiedArrayEdit<Element>]

extension IdentifiedArray {
  /// Begins to take down each edit.
  ///
  /// A journal that was begun before on this value is dropped. While the journal is kept, an edit
  /// costs one appended entry more, and a change in place holds the old element, so that what the
  /// element stores in buffers of its own is copied when it changes.
  ///
  /// A copy made meanwhile has the journal as it was and goes on with one of its own; assigning it
  /// back is right, for its edits lead from the same beginning to it. Copies that are kept stop
  /// recording once the journal was taken, and hold the edits they have until their next edit.
  ///
  /// - Returns: A token to take the journal with.
  /// - Complexity: O(1). Allocates nothing the second time, unless copies of the array are alive.
  @_spi(Strata)
  @inlinable
  public mutating func beginJournal() -> IdentifiedArrayJournalToken {
    makeBoxUnique()
    box.index.log = nil
    let session: IdentifiedArraySession
    // Only a session that nobody else holds may be opened again: others may still compare with it.
    if isKnownUniquelyReferenced(&box.spareSession), let spare = box.spareSession {
      spare.setOpen(true)
      session = spare
    } else {
      session = IdentifiedArraySession()
      box.spareSession = session
    }
    box.index.log = IdentifiedArrayLog(session: session, limit: 64 + storage.count)
    return IdentifiedArrayJournalToken(session: session)
  }

  /// Ends the journal and returns the edits since it was begun.
  ///
  /// - Parameter token: What ``beginJournal()`` returned.
  /// - Returns: Edits that turn the array as it was into this one, empty if nothing was changed. Nil if
  ///   they are not known and the arrays have to be compared: another array was assigned over this
  ///   one, all elements were reordered, or there are more than 64 edits over the number of
  ///   elements that there were. Consecutive changes of one element in place are one edit.
  /// - Complexity: O(1)
  @_spi(Strata)
  @inlinable
  public mutating func takeJournal(
    _ token: IdentifiedArrayJournalToken
  ) -> IdentifiedArrayJournal<Element>? {
    token.session.setOpen(false)
    guard let log = box.index.log else { return nil }
    makeBoxUnique()
    box.index.log = nil
    return log.session === token.session && !log.isLost ? log.edits : nil
  }
}
