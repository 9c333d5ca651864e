import StrataConcurrency
import StrataCore
import Testing

@testable import StrataModels

/// The time at which each object is freed, and the documented way out. Handles may be captured freely. A closure
/// that captures the value `withAnchor` returned, and that is stored in the tree, keeps the tree alive.
@Suite struct ModelLifetimeTests {
  /// A child with a callback.
  struct Child: Model {
    static let modelLayout = ModelLayout<Child>("Child") { $0.slot("onTap", \.onTap) }
    var modelNode = ModelNode<Child>()
    var onTap: @Sendable () -> Void {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    init(onTap: @escaping @Sendable () -> Void) { modelNode.initialize(0, to: onTap) }
  }

  struct Parent: Model {
    static let modelLayout = ModelLayout<Parent>("Parent") {
      $0.slot("child", \.child)
      $0.slot("taps", \.taps)
    }
    var modelNode = ModelNode<Parent>()
    var child: Child? {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var taps: Int {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
      nonmutating _modify { yield &modelNode[1] }
    }
    init() {
      modelNode.initialize(0, to: nil as Child?)
      modelNode.initialize(1, to: 0)
    }
    /// Captures `self`, which in a method called on an engine handle has no anchor.
    func addChild() { child = Child { taps += 1 } }
    func startTask() {
      node.task { for await _ in AsyncStream<Int>.makeStream().stream { taps += 1 } }
    }
    func startLoop() {
      node.forEach(AsyncStream<Int>.makeStream().stream) { taps += $0 }
    }
  }

  /// Watches whether a tree is still there.
  private struct Witness {
    weak var context: Context?
    init(_ parent: Parent) { context = parent.node.context }
    var isGone: Bool { context == nil }
  }

  @Test func anEngineHandleInAChildsCallbackKeepsNothingAlive() {
    var witness: Witness?
    do {
      let (model, anchor) = Parent().returningAnchor()
      witness = Witness(model)
      model.addChild()
      model.child?.onTap()
      #expect(model.taps == 1)
      withExtendedLifetime(anchor) {}
    }
    #expect(witness?.isGone == true)
  }

  @Test func theAnchoredValueInAChildsCallbackKeepsTheTreeUntilTheChildIsTakenOut() {
    var witness: Witness?
    var handle: Parent?
    do {
      let model = Parent().withAnchor()
      witness = Witness(model)
      handle = model.withoutAnchor
      model.addChild()
    }
    #expect(witness?.context?.isLive == true)
    // The way out when it has happened: the owner of the closure is taken out.
    handle?.child = nil
    handle = nil
    #expect(witness?.isGone == true)
  }

  @Test func anEngineHandleInATaskKeepsNothingAlive() async {
    var witness: Witness?
    var work: CancellationScope?
    do {
      let (model, anchor) = Parent().returningAnchor()
      witness = Witness(model)
      model.startTask()
      work = model.node.context.work
      withExtendedLifetime(anchor) {}
    }
    await work?.finished()
    #expect(work?.isSealed == true)
    work = nil
    await eventually { witness?.isGone == true }
    #expect(witness?.isGone == true)
  }

  @Test func anEngineHandleInALoopKeepsNothingAlive() async {
    var witness: Witness?
    var work: CancellationScope?
    do {
      let (model, anchor) = Parent().returningAnchor()
      witness = Witness(model)
      model.startLoop()
      work = model.node.context.work
      withExtendedLifetime(anchor) {}
    }
    await work?.finished()
    work = nil
    await eventually { witness?.isGone == true }
    #expect(witness?.isGone == true)
  }

  @Test func theAnchoredValueInATaskKeepsTheTreeUntilTheTaskIsCancelled() async {
    var witness: Witness?
    var task: CancellationHandle?
    do {
      let model = Parent().withAnchor()
      witness = Witness(model)
      task = model.node.task { [model] in
        for await _ in AsyncStream<Int>.makeStream().stream { model.taps += 1 }
      }
    }
    #expect(witness?.context?.isLive == true)
    task?.cancel()
    task = nil
    await eventually { witness?.isGone == true }
    #expect(witness?.isGone == true)
  }

  @Test func theAnchoredValueInALoopKeepsTheTreeUntilTheLoopIsCancelled() async {
    var witness: Witness?
    var loop: CancellationHandle?
    do {
      let model = Parent().withAnchor()
      witness = Witness(model)
      loop = model.node.forEach(AsyncStream<Int>.makeStream().stream) { [model] in
        model.taps += $0
      }
    }
    #expect(witness?.context?.isLive == true)
    loop?.cancel()
    loop = nil
    await eventually { witness?.isGone == true }
    #expect(witness?.isGone == true)
  }

  /// Lets other tasks run until a condition is true. No clock is involved and turns are not counted: on a loaded
  /// machine the other thread may get no turn for long.
  private func eventually(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }
}
