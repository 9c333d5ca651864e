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

  /// The context, held from now on by the caller.
  var context: Context? { unsafe reference?.takeUnretainedValue() }
}

extension Context {
  var parent: Context? {
    get { parentLink.context }
    set { parentLink = ContextLink(newValue) }
  }

  var firstChild: Context? {
    get { firstChildLink.context }
    set { firstChildLink = ContextLink(newValue) }
  }

  var nextSibling: Context? {
    get { nextSiblingLink.context }
    set { nextSiblingLink = ContextLink(newValue) }
  }

  var previousSibling: Context? {
    get { previousSiblingLink.context }
    set { previousSiblingLink = ContextLink(newValue) }
  }
}
