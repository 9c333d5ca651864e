/// An uncounted reference to a linked context.
///
/// The links of a tree need not retain their target. A linked context is alive, and a live context retains itself until
/// its incarnation has finished. Following a link therefore costs a load.
@safe
struct ContextLink {
  // SAFETY: set while the context is live and cleared, under the tree's lock, when it leaves.
  let reference: Unmanaged<Context>?

  init(_ context: Context?) {
    unsafe reference = context.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Whether it leads nowhere.
  var isNone: Bool { unsafe reference == nil }

  /// Whether it leads to a context.
  // SAFETY: addresses are compared, never followed.
  @inline(__always)
  func leads(to context: Context) -> Bool {
    unsafe reference?.toOpaque() == Unmanaged.passUnretained(context).toOpaque()
  }

  /// Whether two links lead to the same context.
  // SAFETY: addresses are compared, never followed.
  @inline(__always)
  func leads(to other: ContextLink) -> Bool {
    unsafe reference?.toOpaque() == other.reference?.toOpaque()
  }

  /// Calls a closure with the context, if there is one, without counting.
  @inline(__always)
  func with(_ body: (Context) -> Void) {
    unsafe reference?._withUnsafeGuaranteedRef(body)
  }

  /// The context, retained by the caller from now on.
  var context: Context? { unsafe reference?.takeUnretainedValue() }
}

extension Context {
  var parent: Context? { parentLink.context }
}
