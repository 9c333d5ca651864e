import StrataModels
import Testing

/// Models that cannot become active inside containers of containers.
@Suite struct RefusedInContainerTests {
  /// A model that may contain itself deep inside its containers.
  struct Loop: Model {
    static let modelLayout = ModelLayout<Loop>("Loop") {
      $0.slot("ring", \.ring)
      $0.slot("steps", \.steps)
      $0.slot("ways", \.ways)
    }
    var modelNode = ModelNode<Loop>()

    var ring: Ring<Loop> {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var steps: [Step] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    var ways: [Way] {
      get { modelNode[2] }
      nonmutating set { modelNode[2] = newValue }
    }

    init() {
      modelNode.initialize(0, to: Ring<Loop>())
      modelNode.initialize(1, to: [Step]())
      modelNode.initialize(2, to: [Way]())
    }
  }

  /// A container around another one.
  struct Step: ModelContainer, Identifiable {
    let id: Int
    var inner: Inner

    init(id: Int, _ loop: Loop) {
      self.id = id
      inner = Inner(loop: loop)
    }

    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&inner) }
  }

  struct Inner: ModelContainer {
    var loop: Loop

    mutating func visitModels(_ visitor: inout some ModelVisitor) { _ = visitor.visit(&loop) }
  }

  /// An enum inside itself.
  indirect enum Way: ModelContainer, Identifiable {
    case end(Loop)
    case turn(id: Int, Way)

    /// A way with so many turns before its end.
    init(id: Int, turns: Int, to loop: Loop) {
      self = .end(loop)
      for _ in 0..<turns { self = .turn(id: id, self) }
    }

    var id: Int {
      guard case .turn(let id, _) = self else { return 0 }
      return id
    }

    mutating func visitModels(_ visitor: inout some ModelVisitor) {
      switch self {
      case .end(var loop):
        if visitor.visit(&loop) { self = .end(loop) }
      case .turn(let id, var way):
        if visitor.visit(&way) { self = .turn(id: id, way) }
      }
    }
  }

  private let loop = Loop().withAnchor()
  private let other = Loop()

  /// Expects one report, which says that the model was taken out.
  private func expectTakenOut(_ body: () -> Void) {
    let texts = reports(body)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("It was taken out again.") == true, "\(texts)")
    #expect(loop.node.context.isLive && other.node.context.isLive)
  }

  @Test func aCollectionOfOnesOwnLosesTheElement() {
    expectTakenOut { loop.ring = Ring(elements: [loop, other]) }
    #expect(loop.ring.map { $0.isSameModel(as: other) } == [true])
  }

  @Test func aContainerAroundAnotherOneGoesAsAWhole() {
    expectTakenOut { loop.steps = [Step(id: 1, loop), Step(id: 2, other)] }
    #expect(loop.steps.map(\.id) == [2])
  }

  @Test func aContainerDeepInsideItselfGoesAsAWhole() {
    expectTakenOut {
      loop.ways = [Way(id: 1, turns: 2_000, to: loop), Way(id: 2, turns: 2_000, to: other)]
    }
    #expect(loop.ways.map(\.id) == [2])
  }
}
