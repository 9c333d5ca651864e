import Synchronization

/// One beginning of a journal, shared by the value that began it and the copies made meanwhile.
///
/// It is closed when the journal is taken, so that copies which are kept stop recording.
@usableFromInline
final class IdentifiedArraySession: Sendable {
  // Relaxed: a copy that is edited on another thread may take down one more edit, which nobody asks
  // for; what the edits hold is not passed between threads by this flag.
  private let open = Atomic<Bool>(true)

  @usableFromInline
  init() {}

  @usableFromInline var isOpen: Bool { open.load(ordering: .relaxed) }

  @usableFromInline
  func setOpen(_ isOpen: Bool) { open.store(isOpen, ordering: .relaxed) }
}

/// What beginning a journal gives, to be shown when the journal is taken.
///
/// It names one beginning: an array that carries the journal of another beginning, or none, is told
/// apart by it.
@_spi(Strata)
public struct IdentifiedArrayJournalToken: Sendable {
  @usableFromInline let session: IdentifiedArraySession

  @inlinable
  init(session: IdentifiedArraySession) { self.session = session }
}
