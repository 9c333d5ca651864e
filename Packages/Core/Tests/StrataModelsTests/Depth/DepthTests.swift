import Foundation
import StrataModels
import Testing

/// Chains of models, and enums inside themselves, that are deeper than a stack.
@Suite struct DepthTests {
  @Test func aLongChainOfModelsLivesIsReadAndEnds() async {
    await #expect(processExitsWith: .success) {
      var first = Link.chain(depth).withAnchor()
      first.last.number = -1
      #expect(first.last.number == -1)
      let copy = first.frozenCopy
      #expect(copy == first)
      #expect(copy.hashValue == first.hashValue)
      first.last.number = -2
      #expect(copy != first)
      first.next = nil
      first = Link()
    }
  }

  @Test func aLongChainIsPrinted() async {
    await #expect(processExitsWith: .success) {
      let first = Link.chain(depth).withAnchor()
      #expect("\(first)".contains("Link(…)"))
      #expect(ValueDump(maxDepth: .max).text(of: first).utf8.count > 1_000)
      #expect("\(Link.chain(20))".contains("number: 20"))
    }
  }

  @Test(arguments: [511, 512, 3_000, 10_000])
  func modelsThatAreTooDeepForJSONAreNotSaved(count: Int) async {
    await #expect(processExitsWith: .success) { [count = count as Int] in
      let first = Link.chain(count).withAnchor()
      let error = #expect(throws: SavedStateError.self) { try first.savedState() }
      #expect(error?.code == .tooDeep)
      #expect(error?.message.contains("its models are nested \(count) deep") == true)
    }
  }

  @Test func whatIsSavedAtTheLimitIsRestored() throws {
    var count = 520
    var data: Data?
    while data == nil {
      count -= 1
      data = try? Link.chain(count).withAnchor().savedState()
    }
    #expect(count > 500)
    let restored = Link().withAnchor()
    try restored.restoreState(from: try #require(data))
    #expect(restored.last.number == count)
  }

  @Test func anEnumInsideItselfLivesIsPrintedAndEnds() async {
    await #expect(processExitsWith: .success) {
      let root = Link(trail: .chain(trailDepth)).withAnchor()
      root.trail.first?.number = -1
      #expect(root.frozenCopy.trail.first?.number == -1)
      #expect(root.description.contains("number: -1"))
      #expect(ValueDump(maxDepth: .max).text(of: root).utf8.count > 1_000)
      #expect(throws: SavedStateError.self) { try root.savedState() }
      root.trail = .end
    }
  }

  /// Each level adds the same work: the last level of a nest calls the function at its end.
  @Test func theVisitOfAnEnumInsideItselfWrapsNothing() {
    var nest = Nest.end(Link())
    for _ in 0..<300 { nest = .inner(nest) }
    unsafe Nest.frame = 0
    var used: UInt = 0
    nest.forEachContext { _ in used = unsafe Nest.frame - here() }
    #expect((1...4_096).contains(used))
    nest.replaceContexts { _ in
      used = unsafe Nest.frame - here()
      return nil
    }
    #expect((1...4_096).contains(used))
  }
}

private let depth = 20_000
private let trailDepth = 20_000

/// An address in the frame of the caller, or near it.
@inline(never)
private func here() -> UInt {
  var marker: UInt8 = 0
  return unsafe withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
}

/// An enum inside itself that notes on which frame its last level is visited.
private indirect enum Nest: ModelContainer {
  case inner(Nest)
  case end(Link)

  // SAFETY: one test uses it, on one thread.
  nonisolated(unsafe) static var frame: UInt = 0

  mutating func visitModels(_ visitor: inout some ModelVisitor) {
    switch self {
    case .inner(var nest): if visitor.visit(&nest) { self = .inner(nest) }
    case .end(var link):
      unsafe Nest.frame = here()
      if visitor.visit(&link) { self = .end(link) }
    }
  }
}
