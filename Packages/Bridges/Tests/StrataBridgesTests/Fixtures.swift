import Foundation
import StrataConcurrency
import StrataModels
import StrataSources
import StrataStores
import StrataUpdates

struct Level: StateContainer {
  enum State: EnumState {
    case empty
    case filled(Int)
  }

  var current = State.empty

  var number: Int {
    if case .filled(let number) = current { number } else { 0 }
  }

  mutating func fill(_ number: Int) { current = .filled(number) }
}

// SAFETY: adds nothing.
final class LevelStore: StrataStores.Store<Level>, @unchecked Sendable {
  init(delivery: StoreDelivery = .immediate) {
    super.init(initialState: Level(), delivery: delivery)
  }
}

/// An update store of a number to which actions are added.
typealias SumStore = StrataUpdates.Store<Int, Int, Void>

func makeSumStore() -> SumStore {
  SumStore(
    update: { state, action, _ in Update(state: state + action) },
    state: 0,
    environment: ()
  )
}

/// A model with a child.
struct Page: Model {
  static let modelLayout = ModelLayout<Page>("Page") {
    $0.slot("title", \.title)
    $0.slot("reads", \.reads)
    $0.slot("child", \.child)
  }
  var modelNode = ModelNode<Page>()

  var title: String {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }
  var reads: Int {
    get { modelNode[1] }
    nonmutating set { modelNode[1] = newValue }
    nonmutating _modify { yield &modelNode[1] }
  }
  var child: Page? {
    get { modelNode[2] }
    nonmutating set { modelNode[2] = newValue }
    nonmutating _modify { yield &modelNode[2] }
  }
  var heading: String { "\(title) (\(child?.reads ?? 0))" }

  init(_ title: String, child: Page? = nil) {
    modelNode.initialize(0, to: title)
    modelNode.initialize(1, to: 0)
    modelNode.initialize(2, to: child)
  }
}

/// Records each model that it receives; retains the source.
final class Recorder<Value: Sendable>: Sendable {
  private let taken = Locked<[Value]>([], rank: .leaf)
  private let source: Source<Value>

  var models: [Value] { taken.withLock { $0 } }

  init(_ source: Source<Value>) {
    self.source = source
    source.subscribe(self, method: Recorder.take)
  }

  func take(_ model: Value) { taken.withLock { $0.append(model) } }
}

/// Runs a closure on a number of threads of their own at once, and returns when all have ended.
///
/// This does not use tasks, because a task that waits for another would block one of the few threads that all tests
/// share.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let remaining = Locked(count, rank: .leaf)
    for index in 0..<count {
      Thread.detachNewThread {
        body(index)
        let isLast = remaining.withLock { remaining in
          remaining -= 1
          return remaining == 0
        }
        if isLast { continuation.resume() }
      }
    }
  }
}
