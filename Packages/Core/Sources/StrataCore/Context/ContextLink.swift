/// A reference to a linked context that does not count.
///
/// The links of a tree need not hold what they point to: a linked context is live, and a live
/// context holds itself until its life is finished. So following a link costs a load.
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

  /// Whether it leads to where another does.
  // SAFETY: addresses are compared, never followed.
  @inline(__always)
  func leads(to other: ContextLink) -> Bool {
    unsafe reference?.toOpaque() == other.reference?.toOpaque()
  }

  /// Calls a closure with the context, if there is one, and counts nothing.
  @inline(__always)
  func with(_ body: (Context) -> Void) {
    unsafe reference?._withUnsafeGuaranteedRef(body)
  }

  /// The context, held from now on by the caller.
  var context: Context? { unsafe reference?.takeUnretainedValue() }
}

extension Context {
  var parent: Context? { parentLink.context }
}

extension [Context] {
  /// Calls a closure with each context and counts nothing.
  @inline(__always)
  func forEachUncounted(_ body: (Context) -> Void) {
    unsafe withUnsafeBufferPointer { contexts in
      // SAFETY: an unmanaged reference is the reference, and the array holds it meanwhile.
      unsafe contexts.withMemoryRebound(to: Unmanaged<Context>.self) { references in
        for index in references.indices { unsafe references[index]._withUnsafeGuaranteedRef(body) }
      }
    }
  }
}
