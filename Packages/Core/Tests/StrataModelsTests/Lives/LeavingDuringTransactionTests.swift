import Foundation
import StrataConcurrency
import StrataModels
import Testing

/// Calls a closure when the last reference is released.
private final class Token: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

private struct Caller: Model {
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

/// A model leaves on one thread while a transaction of another has written to it.
@Suite struct LeavingDuringTransactionTests {
  /// The end of the transaction releases the closure, and user code may use the tree there.
  @Test func whatTheTransactionHasWrittenIsReleasedWithoutTheLock() {
    let root = Caller(kid: Caller()).withAnchor()
    let ended = Locked<[Int]>([], rank: .leaf)
    var token: Token? = Token { [node = root.node] in
      let count = node.context.isLive ? 1 : 0
      ended.withLock { $0.append(count) }
    }
    _ = reports {
      root.node.transaction {
        root.kid?.callback = { [token] in withExtendedLifetime(token) {} }
        token = nil
        let hasLeft = DispatchSemaphore(value: 0)
        Thread {
          root.kid = nil
          hasLeft.signal()
        }.start()
        hasLeft.wait()
        #expect(ended.withLock { $0 } == [])
      }
    }
    #expect(ended.withLock { $0 } == [1])
    root.count += 1
    #expect(root.count == 1)
  }
}
