import StrataConcurrency
import StrataTesting

/// Makes every mistake at every stage, and collects the findings.
public struct MistakeTable: Sendable {
  /// The lines of the table.
  public private(set) var lines: [String] = []
  /// The mistakes without a failure, or with a wrong one.
  public private(set) var diagnostics: [String] = []
  /// How many tests were run.
  public private(set) var count = 0

  /// Makes an empty table.
  public init() {}

  /// Adds the tests of one way of running them.
  ///
  /// - Parameters:
  ///   - how: The way.
  ///   - holdings: The ways in which the tests retain their trees.
  ///   - left: The mistakes that cannot be found in this way.
  ///   - leftWhen: The stages that are no part of the test in this way.
  ///   - leaving: The mistakes that cannot be found in this way.
  ///   - run: Runs a test.
  public mutating func add(
    _ how: String,
    holding holdings: [Holding] = Holding.allCases,
    leaving left: Set<What> = [],
    _ leftWhen: Set<When> = [],
    run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async {
    for holding in holdings {
      for when in When.allCases where !leftWhen.contains(when) {
        var cells: [String] = []
        for what in What.allCases {
          // The tasks of an activation end by themselves.
          let isOfActivation = when == .inOnActivate && what == .task
          guard !left.contains(what), !isOfActivation else {
            cells.append("\(what.rawValue) –")
            continue
          }
          let mistake = Mistake(what, when, holding)
          let diagnostic = mistake.diagnostic(about: await Self.failures(of: mistake.run, run))
          mistake.keeper.release()
          count += 1
          cells.append("\(what.rawValue) \(diagnostic == nil ? "✓" : "✗")")
          if let diagnostic {
            diagnostics.append("\(how), \(holding), \(when.rawValue), \(what): \(diagnostic)")
          }
        }
        lines.append("\(how), \(holding), \(when.rawValue): \(cells.joined(separator: ", "))")
      }
    }
  }

  /// Adds the tests of stores and sources of one way of running them.
  ///
  /// - Parameters:
  ///   - how: The way.
  ///   - run: Runs a test.
  public mutating func addDialects(
    _ how: String,
    run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async {
    for dialect in DialectMistake.Dialect.allCases {
      var cells: [String] = []
      for mistake in DialectMistake.all where mistake.dialect == dialect {
        let diagnostic = mistake.diagnostic(about: await Self.failures(of: mistake.run, run))
        count += 1
        cells.append("\(mistake.name) \(diagnostic == nil ? "✓" : "✗")")
        if let diagnostic {
          diagnostics.append("\(how), \(dialect.rawValue), \(mistake.name): \(diagnostic)")
        }
      }
      lines.append("\(how), \(dialect.rawValue): \(cells.joined(separator: ", "))")
    }
  }

  /// Adds the tests of one store of one way of running them.
  ///
  /// - Parameters:
  ///   - how: The way.
  ///   - holdings: The ways in which the tests retain their stores.
  ///   - leftWhen: The stages that are no part of the test in this way.
  ///   - run: Runs a test.
  public mutating func addStores(
    _ how: String,
    holding holdings: [StoreMistake.Holding] = StoreMistake.Holding.allCases,
    leaving leftWhen: Set<When> = [],
    run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async {
    for holding in holdings {
      for when in When.allCases where !leftWhen.contains(when) {
        var cells: [String] = []
        // The tasks of an activation end by themselves.
        for what in StoreMistake.What.allCases where when != .inOnActivate || what != .task {
          let mistake = StoreMistake(what, when, holding)
          let diagnostic = mistake.diagnostic(about: await Self.failures(of: mistake.run, run))
          mistake.release()
          count += 1
          cells.append("\(what.rawValue) \(diagnostic == nil ? "✓" : "✗")")
          if let diagnostic {
            diagnostics.append("\(how), store \(holding), \(when.rawValue), \(what): \(diagnostic)")
          }
        }
        lines.append("\(how), store \(holding), \(when.rawValue): \(cells.joined(separator: ", "))")
      }
    }
  }

  private static func failures(
    of test: @escaping @Sendable () async -> Void,
    _ run: @Sendable (@escaping @Sendable () async -> Void) async throws -> Void
  ) async -> [TestFailure] {
    let found = Locked<[TestFailure]>([], rank: .leaf)
    await FailureSink.withHandler { failure in
      found.withLock { $0.append(failure) }
    } operation: {
      try? await run(test)
    }
    return found.withLock { $0 }
  }
}
