import StrataModels

/// Calls a closure when the last reference is released.
final class Token: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

/// A model with a closure, which is released once the model has left for good.
struct Caller: Model {
  static let modelLayout = ModelLayout<Caller>("Caller") {
    $0.slot("callback", \.callback)
    $0.slot("kid", \.kid)
    $0.slot("count", \.count)
  }
  var modelNode = ModelNode<Caller>()

  var callback: @Sendable () -> Void {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }
  var kid: Caller? {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
  }
  var count: Int {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
  }

  init(kid: Caller? = nil) {
    modelNode.initialize(0, to: {} as @Sendable () -> Void)
    modelNode.initialize(1, to: kid)
    modelNode.initialize(2, to: 0)
  }
}
