/// The removal record of a context: the context, its ended incarnation and its running work.
@safe
struct RemovalRecord {
  // SAFETY: a context retains itself until its incarnation is finished, after the round of its removal.
  let context: Unmanaged<Context>
  let incarnation: UInt32
  /// The work that has to be cancelled.
  let work: ClosedWork?

  init(of context: Context, incarnation: UInt32, work: ClosedWork?) {
    unsafe self.context = .passUnretained(context)
    self.incarnation = incarnation
    self.work = work
  }

  /// The context; called before its incarnation is finished.
  var departed: Context { unsafe context.takeUnretainedValue() }
}

/// The running work of a context that has left; a subclass knows its parts.
class ClosedWork {
  init() {}
}

@available(*, unavailable)
extension ClosedWork: Sendable {}
