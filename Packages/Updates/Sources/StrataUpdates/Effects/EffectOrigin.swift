@_spi(Strata) public import StrataConcurrency

/// The action that effects come from, for test support.
@_spi(Strata)
public final class EffectOrigin: Sendable {
  private struct State: Sendable {
    var place: CallSite?
    /// The identities of each task, by the task's serial.
    var tasks: [UInt64: [String]] = [:]
  }

  /// The action, as a test would write it.
  public let action: String
  private let state: Locked<State>

  /// Makes an origin without tasks.
  ///
  /// - Parameters:
  ///   - action: The action, as a test would write it.
  ///   - place: The line that has sent it, if known.
  public init(action: String, at place: CallSite?) {
    self.action = action
    state = Locked(State(place: place), rank: .leaf)
  }

  /// The line of the test that has sent or received the action.
  public var place: CallSite? {
    get { state.withLock { $0.place } }
    set { state.withLock { $0.place = newValue } }
  }

  /// The identities of a task, outermost first; `nil` for a task of another action.
  public func identities(of task: RunningTask) -> [String]? {
    state.withLock { $0.tasks[task.serial] }
  }

  /// Notes that a task was started for the action.
  func add(_ task: CancellationHandle, _ ids: [EffectID]) {
    guard let serial = task.serial else { return }
    let names = ids.map(\.description)
    state.withLock { $0.tasks[serial] = names }
  }
}
