import Synchronization

/// One beginning of a change log, shared by the value that began it and the copies made meanwhile.
///
/// It is closed when the log is taken, so that retained copies stop recording.
@usableFromInline
final class IdentifiedArraySession: Sendable {
  // The order is relaxed. A copy that is edited on another thread may record one more edit, which no caller asks for.
  // The flag does not pass the content of the edits between threads.
  private let open = Atomic<Bool>(true)

  @usableFromInline
  init() {}

  @usableFromInline var isOpen: Bool { open.load(ordering: .relaxed) }

  @usableFromInline
  func setOpen(_ isOpen: Bool) { open.store(isOpen, ordering: .relaxed) }
}

/// The token of a beginning of a change log, which takes the log.
///
/// It names one beginning. It so distinguishes an array with the log of another beginning, or none.
@_spi(Strata)
public struct IdentifiedArrayChangeToken: Sendable {
  @usableFromInline let session: IdentifiedArraySession

  @inlinable
  init(session: IdentifiedArraySession) { self.session = session }
}
