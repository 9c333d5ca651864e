import Foundation
import StrataConcurrency
import StrataModels
import Testing

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
