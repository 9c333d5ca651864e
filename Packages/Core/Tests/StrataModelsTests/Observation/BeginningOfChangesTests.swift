import StrataConcurrency
import StrataModels
import Testing

/// Changes without the initial value count from the call on, also inside an activation.
@Suite struct BeginningOfChangesTests {
  /// A child that writes its own property when it is activated.
  private func board(_ activation: @escaping @Sendable (Card) -> Void) -> Board {
    Board(main: Card(points: 1, activation: activation))
  }

  private func elements<Values: AsyncSequence>(of values: Values) async throws -> [Int]
  where Values.Element == Int {
    var found: [Int] = []
    for try await value in values {
      found.append(value)
      if value == 100 { break }
    }
    return found
  }

  @Test func whatAChildsActivationWritesIsAnElement() async throws {
    for initial in [true, false] {
      let made = Locked<ModelChanges<Int>?>(nil, rank: .leaf)
      let updated = Locked<ModelChanges<Int>?>(nil, rank: .leaf)
      let observed = Locked<Observed<Int>?>(nil, rank: .leaf)
      let board = board { card in
        card.points = 2
        card.points = 3
      }
      .withSetup { board in
        let changes = board.change(of: \.main.points, initial: initial)
        let expressions = Observed(initial: initial, coalesceUpdates: false) { board.main.points }
        let updates = board.update(of: \.main.points, initial: initial)
        made.withLock { $0 = changes }
        updated.withLock { $0 = updates }
        observed.withLock { $0 = expressions }
      }
      .withAnchor()
      board.main.points = 100
      let changes = try #require(made.withLock { $0 })
      let updates = try #require(updated.withLock { $0 })
      let expressions = try #require(observed.withLock { $0 })
      let expected = initial ? [3, 100] : [2, 3, 100]
      #expect(try await elements(of: changes) == expected)
      #expect(try await elements(of: updates) == expected)
      #expect(try await elements(of: expressions) == expected)
    }
  }

  /// A sequence that keeps only the newest value has one at its end, which the activation has written.
  @Test func aCoalescedExpressionMissesNothingThatIsNew() async throws {
    for initial in [true, false] {
      let made = Locked<Observed<Int>?>(nil, rank: .leaf)
      let board = board { card in
        card.points = 2
        card.points = 100
      }
      .withSetup { board in
        let expressions = Observed(initial: initial) { board.main.points }
        made.withLock { $0 = expressions }
      }
      .withAnchor()
      let expressions = try #require(made.withLock { $0 })
      #expect(try await elements(of: expressions).last == 100)
      withExtendedLifetime(board) {}
    }
  }
}
