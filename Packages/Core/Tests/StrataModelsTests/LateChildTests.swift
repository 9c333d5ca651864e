import StrataConcurrency
import StrataCore
import Testing

@testable import StrataModels

/// Reads of a model that is not optional, after its owner has left the tree.
@Suite struct LateChildTests {
  private struct Kid: Model {
    static let modelLayout = ModelLayout<Kid>("Kid") { $0.slot("inner", \.inner) }
    var modelNode = ModelNode<Kid>()
    var inner: Counter {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ count: Int = 0) { modelNode.initialize(0, to: Counter(count: count)) }
  }

  private struct Top: Model {
    static let modelLayout = ModelLayout<Top>("Top") { $0.slot("kid", \.kid) }
    var modelNode = ModelNode<Top>()
    var kid: Kid? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(_ kid: Kid? = nil) { modelNode.initialize(0, to: kid) }
  }

  @Test func givesTheLastValuesAndIsReported() {
    let (top, anchor) = Top(Kid(7)).returningAnchor()
    let kid = top.kid
    top.kid = nil
    let found = reports { #expect(kid?.inner.count == 7) }
    #expect(found.count == 2)
    #expect(found.first?.contains("Kid.inner") == true)
    #expect(found.last?.contains("Counter.count") == true)
    let rejected = reports { kid?.inner.count = 8 }
    #expect(rejected.count == 1)
    #expect(kid?.inner.count == 7)
    withExtendedLifetime(anchor) {}
  }

  @Test func theChildGoesWithTheLastHandleOfItsOwner() {
    let (top, anchor) = Top(Kid(7)).returningAnchor()
    weak var inner: Context?
    do {
      let kid = top.kid
      inner = kid?.inner.node.context
      top.kid = nil
      #expect(inner != nil)
      withExtendedLifetime(kid) {}
    }
    #expect(inner == nil)
    withExtendedLifetime(anchor) {}
  }

  @Test func anotherThreadMayReplaceTheOwnerMeanwhile() {
    let (top, anchor) = Top(Kid(1)).returningAnchor()
    onThreads(2) { thread in
      // Reads after the removal are reported.
      _ = reports {
        for _ in 0..<2_000 {
          if thread == 0 {
            top.kid = Kid(1)
          } else {
            #expect(top.kid?.inner.count == 1)
          }
        }
      }
    }
    withExtendedLifetime(anchor) {}
  }
}
