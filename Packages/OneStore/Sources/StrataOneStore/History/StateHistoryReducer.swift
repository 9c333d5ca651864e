import StrataConcurrency

/// Which of the states that were recorded are kept.
public struct StateHistoryReducer<State: Sendable>: Sendable {
  let reduce: @Sendable (inout [StateRecord<State>]) -> Void

  /// Keeps what a closure leaves.
  ///
  /// - Parameter reduce: Is given all records after each new one, and removes some.
  public init(_ reduce: @escaping @Sendable (inout [StateRecord<State>]) -> Void) {
    self.reduce = reduce
  }

  /// Keeps all.
  public static var unlimited: StateHistoryReducer { StateHistoryReducer { _ in } }

  /// Keeps the last ones.
  ///
  /// - Parameter maxCount: How many.
  /// - Returns: The reducer.
  public static func tail(maxCount: Int) -> StateHistoryReducer {
    StateHistoryReducer { records in
      records.removeFirst(max(records.count - maxCount, 0))
    }
  }

  /// Keeps the first and the last, and of those between the ones that lie furthest apart in time.
  ///
  /// - Parameter maxCount: How many.
  /// - Returns: The reducer.
  public static func timeDelta(maxCount: Int) -> StateHistoryReducer {
    StateHistoryReducer { records in
      while records.count > max(maxCount, 2) {
        let closest = records.indices.dropFirst().dropLast().min { a, b in
          records[a].time - records[a - 1].time < records[b].time - records[b - 1].time
        }
        guard let closest else { return }
        records.remove(at: closest)
      }
    }
  }
}

/// A state that a store has had.
public struct StateRecord<State: Sendable>: Sendable {
  /// The state.
  public let state: State
  /// When it became the store's, since the recorder was made.
  public let time: Duration
  /// How many states the recorder has seen before; it stays when other records are dropped.
  public let number: Int

  /// Makes a record.
  public init(state: State, time: Duration, number: Int = 0) {
    self.state = state
    self.time = time
    self.number = number
  }
}
