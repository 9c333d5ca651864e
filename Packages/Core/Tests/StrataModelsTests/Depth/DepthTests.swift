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
      let error = #expect(throws: SavedStateError.self) { try root.savedState() }
      #expect(error?.code == .tooDeep)
      // Each level, and the end.
      let text = "its models are nested 2 deep, and the value of Link.trail \(trailDepth + 1) deep"
      #expect(error?.message.contains(text) == true)
      root.trail = .end
    }
  }

  /// The comparison and the hash of an enum are Swift's own, which call themselves for each level, and so is its
  /// release: in plain Swift an enum 100,000 deep ends the program when it is released, in release builds too.
  @Test(arguments: Deed.allCases.map(\.rawValue))
  func anEnumInsideItselfIsComparedHashedUndoneAndFrozen(deed: String) async {
    await #expect(processExitsWith: .success) { [deed = deed as String] in
      try #require(Deed(rawValue: deed)).check()
    }
  }

  enum Deed: String, CaseIterable, Sendable {
    case compare, hash, undo, freeze

    func check() {
      switch self {
      case .compare:
        let root = Link(trail: .chain(plainDepth)).withAnchor()
        let copy = root.frozenCopy
        #expect(copy.trail == root.trail)
        #expect(copy == root)
        root.trail = .chain(plainDepth - 1)
        #expect(copy.trail != root.trail)
      case .hash:
        let root = Link(trail: .chain(plainDepth)).withAnchor()
        #expect(root.frozenCopy.hashValue == root.hashValue)
      case .undo:
        let stack = ModelUndoStack()
        let root = Link().withAnchor { $0.undoSystem.backend = stack }
        root.node.trackUndo()
        root.trail = .chain(plainDepth)
        root.trail.first?.number = -1
        stack.undo()
        #expect(root.trail.first?.number == 1)
        stack.undo()
        #expect(root.trail == .end)
        stack.redo()
        #expect(root.trail.first?.number == 1)
      case .freeze:
        let root = Link(trail: .chain(plainDepth)).withAnchor()
        let copy = root.frozenCopy
        root.trail.first?.number = -1
        #expect(copy.trail.first?.number == 1)
      }
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
/// What plain Swift survives on the stack of a test's thread, in debug builds.
private let plainDepth = 10_000

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
