import StrataConcurrency
import StrataModels
import Testing

/// What bodies in a task do when no option is given, for each kind of value.
@Suite struct OnChangeDefaultsTests {
  private struct Failure: Error {}

  /// The kinds of values.
  enum Kind: CaseIterable {
    case value, pair, models

    /// Runs a body for each change of a search's query or rows.
    func follow(_ model: Search, _ body: @escaping @Sendable (Search) async throws -> Void) {
      switch self {
      case .value:
        model.node.onChange(of: model.query) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      case .pair:
        model.node.onChange(of: (model.query, model.limit)) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      case .models:
        model.node.onChange(of: model.rows) { _, _ in
          try await body(model)
        } catch: { _ in
        }
      }
    }

    /// Makes a change that the body follows.
    func change(_ model: Search) {
      if self == .models { model.rows.append(Search()) } else { model.query += "+" }
    }
  }

  @Test(arguments: Kind.allCases)
  func aChangeWaitsForTheBodyOfTheOneBefore(kind: Kind) async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let (log, gate) = (Log(), Log())
      let model = Search().withAnchor()
      kind.follow(model) { _ in
        log.add("begin")
        while gate.entries.isEmpty { await Task.yield() }
        log.add(Task.isCancelled ? "cancelled" : "end")
      }
      await log.count(1)
      kind.change(model)
      for _ in 0..<20 { await Task.yield() }
      #expect(log.entries == ["begin"])
      gate.add("open")
      await log.count(4)
      #expect(log.entries == ["begin", "end", "begin", "end"])
    }
  }

  @Test(arguments: Kind.allCases)
  func aBodyThatFailsIsNotTheLast(kind: Kind) async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search().withAnchor()
      kind.follow(model) { _ in
        log.add("body")
        throw Failure()
      }
      await log.count(1)
      kind.change(model)
      for _ in 0..<50 { await Task.yield() }
      #expect(log.entries == ["body", "body"])
    }
  }
}
