import StrataConcurrency
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import StrataTesting
import Testing

@Suite struct ActivationWorkTests {
  /// Whether work is started at once, in a task, or in a task of a task, and which of them inherit.
  enum Way: String, CaseIterable, Sendable {
    case atOnce, inATask, inATaskOfATask, inALoop, inAChildsTask

    /// Starts work that never ends.
    func start(in model: Watcher, inheriting: Bool) {
      let node = model.node
      switch self {
      case .atOnce: forever(node)
      case .inATask: node.task { inherit(forever(node), inheriting) }
      case .inATaskOfATask:
        node.task { inherit(node.task { inherit(forever(node), inheriting) }, inheriting) }
      case .inALoop: node.forEach([1, 2].async) { _ in inherit(forever(node), inheriting) }
      case .inAChildsTask:
        guard let child = model.child else { return }
        child.node.task { inherit(forever(child.node), inheriting) }
      }
    }
  }

  @Test(arguments: Way.allCases)
  func workThatInheritsIsOfTheActivationAndDoesNotCount(way: Way) async {
    let findings = await Findings.of {
      let model = Watcher(child: Watcher()) { way.start(in: $0, inheriting: true) }.withAnchor()
      await settle()
      withExtendedLifetime(model) {}
    }
    #expect(findings.messages == [])
  }

  @Test(arguments: Way.allCases)
  func workThatDoesNotInheritCounts(way: Way) async {
    let findings = await Findings.of {
      let model = Watcher(child: Watcher()) { way.start(in: $0, inheriting: false) }.withAnchor()
      await settle()
      withExtendedLifetime(model) {}
    }
    #expect(findings.kinds == (way == .atOnce ? [] : [.tasks]))
  }

  @Test(arguments: Way.allCases)
  func workOfATesterInherits(way: Way) async {
    let findings = Findings()
    await findings.collect {
      let (model, tester) = Watcher(child: Watcher()) { way.start(in: $0, inheriting: true) }
        .andTester()
      await tester.settle()
      withExtendedLifetime(model) {}
    }
    #expect(findings.messages == [])
  }

  /// The end cancels work of the activation before it ends the tree, whose handlers come last.
  @Test(arguments: [false, true])
  func itIsCancelledFirstAtTheEnd(inherits: Bool) async {
    let log = Locked<[String]>([], rank: .leaf)
    let findings = await Findings.of {
      let model = Watcher { observer in
        observer.node.onCancel { log.withLock { $0.append("handler") } }
        observer.node.task {
          let work = observer.node.task("inner") {
            await withTaskCancellationHandler {
              try? await observer.node.continuousClock.sleep(for: .seconds(1_000_000))
            } onCancel: {
              log.withLock { $0.append("work") }
            }
          }
          if inherits { work.inheritCancellationContext() }
        }
      }
      .withAnchor()
      await settle()
      withExtendedLifetime(model) {}
    }
    // Work that does not inherit runs on, and ends with the tree.
    #expect(findings.kinds == (inherits ? [] : [.tasks]))
    let entries = log.withLock { $0 }
    #expect(Set(entries) == ["work", "handler"])
    if inherits { #expect(entries == ["work", "handler"]) }
  }

  @Test func theLastLineStartsIt() async {
    let findings = await Findings.of {
      _ = Watcher { Way.inATask.start(in: $0, inheriting: true) }.withAnchor()
    }
    #expect(findings.messages == [])
  }
}

@discardableResult
private func forever(_ node: ModelNode<Watcher>) -> CancellationHandle {
  node.task("forever") {
    try await node.continuousClock.sleep(for: .seconds(1_000_000))
  } catch: { _ in
  }
}

private func inherit(_ work: CancellationHandle, _ inherits: Bool) {
  if inherits { work.inheritCancellationContext() }
}

/// A model whose activation a test writes.
struct Watcher: Model {
  static let modelLayout = ModelLayout<Watcher>("Watcher") { $0.slot("child", \.child) }
  var modelNode = ModelNode<Watcher>()
  let activation: @Sendable (Watcher) -> Void

  var child: Watcher? {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init(child: Watcher? = nil, activation: @escaping @Sendable (Watcher) -> Void = { _ in }) {
    self.activation = activation
    modelNode.initialize(0, to: child)
  }

  func onActivate() { activation(self) }
}

extension Array where Element: Sendable {
  fileprivate var async: AsyncStream<Element> {
    AsyncStream { continuation in
      for element in self { continuation.yield(element) }
      continuation.finish()
    }
  }
}
