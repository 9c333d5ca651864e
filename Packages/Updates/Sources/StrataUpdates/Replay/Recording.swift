/// The actions that a store has handled, in order, and the state after each.
///
/// An update function must depend on its arguments alone. So the same actions give the same states, and a recording can
/// be checked. A recording from a user shows a mistake again on the developer's machine. A recording in a test notices
/// when an update function gives other states.
///
/// ```swift
/// let recording = recorder.recording
/// try recording.replay(update: AppState.update, environment: AppEnvironment())
/// ```
public struct Recording<State: Equatable & Sendable, Action: Sendable>: Sendable {
  /// One action and its result.
  public struct Entry: Sendable {
    /// The action.
    public var action: Action
    /// The initiator of the action.
    public var origin: ActionOrigin
    /// The state after it.
    public var state: State

    /// Makes an entry.
    public init(action: Action, origin: ActionOrigin = .sent, state: State) {
      self.action = action
      self.origin = origin
      self.state = state
    }
  }

  /// The state before the first action.
  public var initialState: State
  /// The actions in the order in which they were handled.
  public var entries: [Entry]

  /// Makes a recording.
  public init(initialState: State, entries: [Entry] = []) {
    self.initialState = initialState
    self.entries = entries
  }

  /// The actions alone.
  public var actions: [Action] { entries.map(\.action) }

  /// The state after the last action.
  public var finalState: State { entries.last?.state ?? initialState }
}

extension Recording: Encodable where State: Encodable, Action: Encodable {}
extension Recording: Decodable where State: Decodable, Action: Decodable {}
extension Recording.Entry: Encodable where State: Encodable, Action: Encodable {}
extension Recording.Entry: Decodable where State: Decodable, Action: Decodable {}
extension Recording: Equatable where Action: Equatable {}
extension Recording.Entry: Equatable where Action: Equatable {}
